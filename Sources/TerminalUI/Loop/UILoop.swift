package import Bloc
import Synchronization

/// The program behind a screen: it provides views and handles events.
@MainActor
package protocol UserInterface: AnyObject {
    var theme: Theme { get }
    func view(for size: Size) -> any TerminalView
    /// Handles events that arrived together, in order.
    ///
    /// It only sends events to blocs and changes the selection; anything slow belongs in a bloc. Since a frame follows,
    /// changes don't have to be announced.
    func receive(_ events: [ReceivedEvent])
    /// Whether received events haven't been handled yet; if so, drawing frames would only delay them.
    var isBehind: Bool { get }
    /// Called once before the first frame; `hasUnicode` is whether the terminal can display non-ASCII text.
    func screenOpened(hasUnicode: Bool)
}

extension UserInterface {
    package func screenOpened(hasUnicode: Bool) {}
    package var isBehind: Bool { false }
}

/// An event that is delivered to an interface.
package struct ReceivedEvent: Sendable, Equatable {
    package let event: InputEvent
    /// The clickable region under the mouse.
    package let target: HitTarget?

    package init(_ event: InputEvent, at target: HitTarget? = nil) {
        self.event = event
        self.target = target
    }
}

/// Connects a screen to an interface: events in, frames out.
///
/// Draws one frame for all events that have arrived, at the latest after 200 ms of continuous input, and none while
/// nothing happens: anything that changes a bloc's state from elsewhere calls ``invalidate()``, and an animated view
/// requests the next frame from its canvas.
///
/// The loop handles Ctrl-C (exits with status 130), Ctrl-Z (suspends the process) and Ctrl-L (redraws the screen).
@MainActor
package final class UILoop {
    /// The minimum size that an interface has to support; below it, the loop only shows a message.
    package static let leastSize = Size(columns: 20, rows: 5)
    /// The maximum time for which continuous input may delay a frame.
    private static let longestWait = Duration.milliseconds(200)

    private let screen: any TerminalScreen
    private let interface: any UserInterface
    private let clock: BlocClock
    private let mailbox = Mailbox()
    private var times = ElapsedTimes()
    private var frame: Frame?
    private var drawn = Duration.zero
    private var status: Int32?
    private var timer: Task<Void, Never>?

    package init(screen: any TerminalScreen, interface: any UserInterface, clock: BlocClock = .continuous) {
        self.screen = screen
        self.interface = interface
        self.clock = clock
    }

    /// Requests a frame; may be called from any thread, as often as you like.
    package nonisolated func invalidate() { mailbox.invalidate() }

    /// Ends the loop; ``run()`` returns the status.
    package func stop(status: Int32 = 0) {
        if self.status == nil { self.status = status }
        mailbox.invalidate()
    }

    package func copy(_ text: String) { screen.copy(text) }

    /// Opens the screen and runs the loop until ``stop(status:)`` or a signal.
    ///
    /// - Returns: The exit status: the one given to `stop`, or 128 plus the signal's number.
    /// - Throws: `TerminalError` if the terminal can't be used; `CancellationError` if the task is cancelled. In either
    ///   case, the terminal has been restored.
    package func run() async throws -> Int32 {
        try screen.open { [mailbox] in mailbox.add($0) }
        interface.screenOpened(hasUnicode: screen.hasUnicode)
        draw()
        for await _ in mailbox.signals {
            handle(mailbox.take())
            if status != nil { break }
            // An interface that is behind requests a frame again once it has caught up.
            let isBehind = interface.isBehind || !mailbox.isEmpty
            if mailbox.wantsFrame, !isBehind || clock.now() - drawn > UILoop.longestWait { draw() }
        }
        timer?.cancel()
        await screen.close()
        guard let status else { throw CancellationError() }
        return status
    }

    private func handle(_ events: [InputEvent]) {
        var received: [ReceivedEvent] = []
        for event in events where status == nil {
            switch event {
            case .terminated(let status): stop(status: status)
            case .key(.control("c")): stop(status: 130)
            case .key(.control("z")): screen.suspend()
            case .key(.control("l")), .resumed: screen.refresh()
            case .mouse(let mouse): received.append(ReceivedEvent(event, at: frame?.target(at: mouse.position)))
            case .key, .paste, .resize, .background: received.append(ReceivedEvent(event))
            }
        }
        if !received.isEmpty { interface.receive(received) }
    }

    private func draw() {
        // Do this before the view is created: later changes aren't part of it.
        mailbox.beginFrame()
        let size = screen.size
        let isTooSmall = size.columns < UILoop.leastSize.columns || size.rows < UILoop.leastSize.rows
        let view = isTooSmall ? DrawnView { $0.text("Too small: 20×5", at: .zero) } : interface.view(for: size)
        times.beginFrame()
        let now = clock.now()
        drawn = now
        var times = times
        // The closure lives as long as the canvas, that is, only during the next statement.
        let frame = Frame(view, size: size, glyphs: screen.hasUnicode ? .unicode : .ascii) {
            times.elapsed($0, now: now)
        }
        self.times = times
        screen.present(frame, theme: interface.theme)
        self.frame = frame
        timer?.cancel()
        timer = frame.nextFrame.map { [clock, mailbox] delay in
            Task {
                guard (try? await clock.sleep(for: delay)) != nil else { return }
                mailbox.invalidate()
            }
        }
    }
}

/// Events that have arrived for a loop but haven't been handled.
private final class Mailbox: Sendable {
    private struct Content {
        var events: [InputEvent] = []
        /// Whether anything has arrived or changed since the last frame was started.
        var wantsFrame = false
    }

    private let content = Mutex(Content())
    /// Yields one element for any number of arrivals.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    init() {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ new: [InputEvent]) {
        content.withLock { content in
            content.events += new
            content.wantsFrame = true
        }
        signal.yield()
    }

    func invalidate() {
        content.withLock { $0.wantsFrame = true }
        signal.yield()
    }

    var isEmpty: Bool { content.withLock { $0.events.isEmpty } }

    var wantsFrame: Bool { content.withLock { $0.wantsFrame } }

    func beginFrame() { content.withLock { $0.wantsFrame = false } }

    func take() -> [InputEvent] {
        content.withLock { content in
            defer { content.events = [] }
            return content.events
        }
    }
}
