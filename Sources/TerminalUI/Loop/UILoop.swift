package import Bloc
import Synchronization

/// What a loop shows and tells of keys: the whole program behind the screen.
@MainActor
package protocol UserInterface: AnyObject {
    var theme: Theme { get }
    /// The picture of now, for a screen of this size.
    func view(for size: Size) -> any TerminalView
    /// Takes events that arrived together, in their order.
    ///
    /// It only adds events to blocs and changes what is selected; everything slow is in a bloc. A frame follows, so a change
    /// doesn't have to be announced here.
    func receive(_ events: [ReceivedEvent])
    /// Whether events that were received are still to be handled; then frames would only delay them.
    var isBehind: Bool { get }
    /// Called once, before the first frame, with whether the terminal can show text beyond ASCII.
    func screenOpened(hasUnicode: Bool)
}

extension UserInterface {
    package func screenOpened(hasUnicode: Bool) {}
    package var isBehind: Bool { false }
}

/// An event on its way to an interface.
package struct ReceivedEvent: Sendable, Equatable {
    package let event: InputEvent
    /// The part of the frame that the mouse is over.
    package let target: HitTarget?

    package init(_ event: InputEvent, at target: HitTarget? = nil) {
        self.event = event
        self.target = target
    }
}

/// Connects a screen with an interface: events in, frames out.
///
/// It draws one frame for all events that have arrived, at the latest after 200 ms of input that doesn't end, and none while
/// nothing happens: what changes a bloc's state from elsewhere calls ``invalidate()``, and a view that moves asks its canvas
/// for the next frame.
///
/// Three keys belong to the loop: Ctrl-C ends it with status 130, Ctrl-Z suspends the process, Ctrl-L draws everything again.
@MainActor
package final class UILoop {
    /// The least size that an interface has to cope with; below it, the loop only says so.
    package static let leastSize = Size(columns: 20, rows: 5)
    /// How long input that doesn't end keeps frames from being drawn.
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

    /// Asks for a frame; callable from any thread, as often as you like.
    package nonisolated func invalidate() { mailbox.invalidate() }

    /// Ends the loop; ``run()`` returns the status.
    package func stop(status: Int32 = 0) {
        if self.status == nil { self.status = status }
        mailbox.invalidate()
    }

    /// Puts a text on the clipboard of the terminal.
    package func copy(_ text: String) { screen.copy(text) }

    /// Opens the screen and serves it until ``stop(status:)`` or a signal.
    ///
    /// - Returns: The exit status: that of `stop`, or 128 and the number of the signal.
    /// - Throws: `TerminalError` when the terminal cannot be used; `CancellationError` when the task is cancelled. The
    ///   terminal has been given back by then.
    package func run() async throws -> Int32 {
        try screen.open { [mailbox] in mailbox.add($0) }
        interface.screenOpened(hasUnicode: screen.hasUnicode)
        draw()
        for await _ in mailbox.signals {
            handle(mailbox.take())
            if status != nil { break }
            // What is behind asks for a frame again when it has caught up.
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
        // Before the view is made: what changes from now on is not in it.
        mailbox.beginFrame()
        let size = screen.size
        let isTooSmall = size.columns < UILoop.leastSize.columns || size.rows < UILoop.leastSize.rows
        let view = isTooSmall ? DrawnView { $0.text("Too small: 20×5", at: .zero) } : interface.view(for: size)
        times.beginFrame()
        let now = clock.now()
        drawn = now
        var times = times
        // The closure lives as long as the canvas, which is to say within the next statement.
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

/// What has arrived for a loop and was not handled yet.
private final class Mailbox: Sendable {
    private struct Content {
        var events: [InputEvent] = []
        /// Whether anything has arrived or changed since the last frame was begun.
        var wantsFrame = false
    }

    private let content = Mutex(Content())
    /// One element for any number of arrivals.
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
