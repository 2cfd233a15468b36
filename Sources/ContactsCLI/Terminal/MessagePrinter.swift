import Synchronization

/// What a command has to say besides its results: errors, warnings, notes and progress, on standard error.
///
/// Everything is made harmless for a terminal before, since messages may quote what a server sent. A failure to write is
/// passed over: there is nowhere left to tell it.
final class MessagePrinter: Sendable {
    private let descriptor: Descriptor
    private let isQuiet: Bool
    /// Whether there is a terminal on which a line can be drawn again and again, and somebody who wants to see it.
    let canShowProgress: Bool
    /// Whether a progress line stands on the terminal, to be wiped before anything else is printed.
    private let showsProgress = Mutex(false)

    init(descriptor: Descriptor, isQuiet: Bool, environment: [String: String]) {
        self.descriptor = descriptor
        self.isQuiet = isQuiet
        let isAnimated = environment["TERM"] != "dumb" && (environment["CI"] ?? "").isEmpty
        canShowProgress = descriptor.isTerminal && isAnimated && !isQuiet
    }

    /// Tells why the command failed.
    func error(_ message: String) {
        print("contacts: \(message)")
    }

    /// Tells what did not stop the command but is not as it should be.
    func warning(_ message: String) {
        print("contacts: warning: \(message)")
    }

    /// Tells something that is good to know; not in quiet mode.
    func note(_ message: String) {
        if !isQuiet {
            print("contacts: \(message)")
        }
    }

    /// Prints a line of the log; the level that was asked for decides, not quiet mode.
    func log(_ line: String) {
        print(line)
    }

    /// Prints a line without the program's name, as part of the message before it.
    func detail(_ line: String) {
        print("  \(line)")
    }

    /// Asks something; the answer is typed on the same line.
    func question(_ text: String) {
        endProgress()
        write(TerminalText.sanitized("contacts: \(text) "))
    }

    /// Shows on a terminal how far the command has come, in a line that is drawn again each time.
    func progress(_ text: String) {
        guard canShowProgress else { return }
        showsProgress.withLock { shown in
            // Asked each time: who makes the window narrower must not get a line for each step.
            let columns = descriptor.size?.columns ?? 80
            let line = DisplayWidth.truncated(TerminalText.sanitized(text), to: columns - 1)
            write("\r\u{1B}[K\(line)")
            shown = true
        }
    }

    /// Wipes the progress line from the terminal.
    func endProgress() {
        showsProgress.withLock { shown in
            if shown { write("\r\u{1B}[K") }
            shown = false
        }
    }

    private func print(_ line: String) {
        endProgress()
        write(TerminalText.sanitized(line) + "\n")
    }

    private func write(_ text: String) {
        try? descriptor.write(Array(text.utf8))
    }
}
