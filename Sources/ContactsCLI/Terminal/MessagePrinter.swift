import Synchronization

/// What a command has to say besides its results: errors, warnings, notes and progress, on standard error.
///
/// Everything is made harmless for a terminal before, since messages may quote what a server sent. A failure to write is
/// passed over: there is nowhere left to tell it.
final class MessagePrinter: Sendable {
    private let descriptor: Descriptor
    private let isQuiet: Bool
    private let canRedraw: Bool
    /// Whether a progress line stands on the terminal, to be wiped before anything else is printed.
    private let showsProgress = Mutex(false)

    init(descriptor: Descriptor, isQuiet: Bool, environment: [String: String]) {
        self.descriptor = descriptor
        self.isQuiet = isQuiet
        canRedraw = descriptor.isTerminal && environment["TERM"] != "dumb"
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

    /// Shows how far the command has come: on a terminal in a line that is drawn again each time, elsewhere, if `isStep`,
    /// in a line of its own; not in quiet mode.
    func progress(_ text: String, isStep: Bool) {
        guard !isQuiet else { return }
        if canRedraw {
            showsProgress.withLock { shown in
                write("\r\u{1B}[K\(TerminalText.sanitized(text))")
                shown = true
            }
        } else if isStep {
            print("contacts: \(text)")
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
