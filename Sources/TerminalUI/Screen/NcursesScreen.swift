import CNcurses
import Primitives
import Synchronization

/// A screen on a terminal, based on its ncurses description.
///
/// A separate thread waits for keys, signals and frames, and only that thread writes to the terminal; nothing of this
/// runs on Swift's threads. The terminal is restored on every exit: ``close()``, SIGTERM, SIGINT, SIGHUP and SIGQUIT,
/// SIGTSTP, the end of the process, and every other signal that terminates it.
package final class NcursesScreen: TerminalScreen {
    private struct State {
        var size = Size(columns: 80, rows: 24)
        var hasUnicode = false
        var requests = ScreenRequests()
        var isOpen = false
    }

    private let environment: [String: String]
    private let state = Mutex(State())

    package init(environment: [String: String]) {
        self.environment = environment
    }

    package var size: Size { state.withLock { $0.size } }
    package var hasUnicode: Bool { state.withLock { $0.hasUnicode } }

    package func open(receive: @escaping @Sendable ([InputEvent]) -> Void) throws(TerminalError) {
        let line = try TerminalLine.ofProcess()
        let library = try NcursesLibrary.load()
        let terminal = try TerminalDescription(
            terminal: environment["TERM"] ?? "",
            descriptor: line.output,
            environment: environment,
            library: library
        )
        let hasUnicode = cncurses_use_locale() != 0
        let signals = terminal.leave.withUnsafeBufferPointer { leave in
            leave.withMemoryRebound(to: CChar.self) { bytes in
                bytes.baseAddress.map { cncurses_guard_open(line.input, line.output, $0, bytes.count) } ?? -1
            }
        }
        guard signals >= 0 else {
            throw TerminalError(.notATerminal, "The terminal's modes could not be read, or it is already in use")
        }
        let size = line.size ?? Size(columns: 80, rows: 24)
        state.withLock { state in
            state.size = size
            state.hasUnicode = hasUnicode
            state.isOpen = true
        }
        let thread = ScreenThread(
            screen: self,
            line: line,
            signals: signals,
            terminal: terminal,
            hasUnicode: hasUnicode,
            receive: receive
        )
        thread.take()
        thread.askForBackground()
        let code = DetachedThread.start("contacts-screen") { thread.run() }
        guard code == 0 else {
            cncurses_guard_close()
            throw TerminalError(.unusableTerminal, "The system could not start a thread for the screen (error \(code))")
        }
    }

    package func present(_ frame: Frame, theme: Theme) {
        request { $0.frame = (frame, theme) }
    }

    package func refresh() {
        request { $0.isRefreshed = true }
    }

    package func copy(_ text: String) {
        request { $0.copied = text }
    }

    package func suspend() {
        // It comes back as a signal, as if the terminal had handled the key.
        cncurses_stop_group()
    }

    package func close() async {
        await withCheckedContinuation { closed in
            if !request({ $0.closed.append(closed) }) { closed.resume() }
        }
    }

    /// Queues a request for the thread; `false` if the thread isn't running.
    @discardableResult
    private func request(_ change: (inout ScreenRequests) -> Void) -> Bool {
        let isOpen = state.withLock { state in
            if state.isOpen { change(&state.requests) }
            return state.isOpen
        }
        if isOpen { cncurses_guard_wake() }
        return isOpen
    }

    /// Takes the pending requests; called by the thread.
    fileprivate func takeRequests() -> ScreenRequests {
        state.withLock { state in
            defer { state.requests = ScreenRequests() }
            // From then on, no more requests are accepted.
            if !state.requests.closed.isEmpty { state.isOpen = false }
            return state.requests
        }
    }

    fileprivate func setSize(_ size: Size) -> Bool {
        state.withLock { state in
            defer { state.size = size }
            return state.size != size
        }
    }
}

private struct ScreenRequests {
    var frame: (Frame, Theme)?
    var isRefreshed = false
    var copied: String?
    var closed: [CheckedContinuation<Void, Never>] = []
}

/// A screen's thread: the only one that reads from and writes to the terminal.
///
/// Unchecked, because the caller prepares the terminal and only the thread uses this object from then on.
private final class ScreenThread: @unchecked Sendable {
    /// The time to wait after Escape, in milliseconds: sequences arrive at once, except over slow connections.
    private static let escapeTimeout: Int32 = 40
    /// The maximum number of reads in a row, so that endless input can't block the screen.
    private static let mostReads = 64

    private let screen: NcursesScreen
    private let line: TerminalLine
    private let signals: Int32
    private let terminal: TerminalDescription
    private let receive: @Sendable ([InputEvent]) -> Void
    private var writer: FrameWriter
    private var decoder: InputDecoder
    private var lastFrame: (Frame, Theme)?
    private var events: [InputEvent] = []
    private var isGone = false
    private var asksForAttributes = false
    private var interrupts = 0

    init(
        screen: NcursesScreen,
        line: TerminalLine,
        signals: Int32,
        terminal: TerminalDescription,
        hasUnicode: Bool,
        receive: @escaping @Sendable ([InputEvent]) -> Void
    ) {
        self.screen = screen
        self.line = line
        self.signals = signals
        self.terminal = terminal
        self.receive = receive
        writer = FrameWriter(terminal: terminal, hasUnicode: hasUnicode)
        decoder = InputDecoder(keys: terminal.keys)
    }

    func run() {
        while true {
            wait()
            let requests = screen.takeRequests()
            perform(requests)
            if !events.isEmpty {
                receive(events)
                events.removeAll()
            }
            if !requests.closed.isEmpty { return end(requests.closed) }
        }
    }

    /// Enters the alternate screen and puts the terminal into raw mode.
    func take() {
        _ = cncurses_guard_take()
        write(terminal.enter)
        writer.forget()
    }

    /// Asks the terminal whether it is dark or light.
    ///
    /// Also requests its attributes: all terminals report those, so their reply ends the wait.
    func askForBackground() {
        guard terminal.isModern else { return }
        asksForAttributes = true
        write(Array("\u{1B}]11;?\u{7}\u{1B}[c".utf8))
    }

    private func wait() {
        var waits = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            // A negative descriptor is ignored.
            pollfd(fd: isGone ? -1 : line.input, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&waits, 2, decoder.isWaiting ? ScreenThread.escapeTimeout : -1)
        if waits[0].revents != 0 { readSignals() }
        if count == 0 {
            add(decoder.flush())
        } else if waits[1].revents != 0 {
            readKeys()
        }
    }

    private func readKeys() {
        // A terminal delivers a paste in pieces: read all that are available before drawing.
        for _ in 0..<ScreenThread.mostReads {
            let bytes = line.typed()
            guard !bytes.isEmpty else {
                isGone = true
                events.append(.terminated(status: 128 + SIGHUP))
                return
            }
            add(decoder.feed(bytes))
            if !line.hasInput { return }
        }
    }

    private func add(_ new: [InputEvent]) {
        for event in new where event == .key(.control("c")) {
            interrupts += 1
            // The first Ctrl-C had no effect: the program is stuck.
            if interrupts > 1 {
                cncurses_guard_give_back(1)
                _exit(128 + SIGINT)
            }
        }
        events += new
    }

    private func readSignals() {
        for number in TerminalLine.bytes(from: signals, most: 64) where number != 0 {
            switch Int32(number) {
            case SIGWINCH: updateSize()
            case SIGTSTP:
                cncurses_guard_give_back(0)
                cncurses_guard_stop()
                resume()
            case SIGCONT: resume()
            case let number: events.append(.terminated(status: 128 + number))
            }
        }
    }

    private func resume() {
        take()
        updateSize()
        show()
        events.append(.resumed)
    }

    private func updateSize() {
        guard let size = line.size, screen.setSize(size) else { return }
        writer.forget()
        events.append(.resize(size))
    }

    private func perform(_ requests: ScreenRequests) {
        if let frame = requests.frame { lastFrame = frame }
        if requests.isRefreshed { writer.forget() }
        if let text = requests.copied {
            write(Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8))
        }
        if requests.frame != nil || requests.isRefreshed { show() }
    }

    private func show() {
        guard let (frame, theme) = lastFrame else { return }
        write(writer.bytes(for: frame, theme: theme))
    }

    private func write(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, !isGone else { return }
        if cncurses_write(line.output, bytes, bytes.count) != 0 {
            isGone = true
            events.append(.terminated(status: 128 + SIGHUP))
        }
    }

    private func end(_ closed: [CheckedContinuation<Void, Never>]) {
        // A pending reply from the terminal must not end up in the shell.
        cncurses_guard_give_back(asksForAttributes && !decoder.hasAttributes ? 1 : 0)
        cncurses_guard_close()
        line.giveBack()
        for continuation in closed { continuation.resume() }
    }
}
