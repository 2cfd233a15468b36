import Synchronization
import TerminalUI

/// Prints errors, warnings, notes and progress to standard error.
///
/// All text is sanitized for the terminal, since messages may quote text from a server. Write failures are ignored
/// because there is nowhere left to report them.
final class MessagePrinter: Sendable {
    private let descriptor: Descriptor
    let isQuiet: Bool
    /// Whether a progress line can be redrawn: on a terminal that isn't dumb, without `CI`, and not in quiet mode.
    let canShowProgress: Bool
    /// Whether the terminal shows a progress line, which must be erased before anything else is printed.
    private let showsProgress = Mutex(false)
    /// The messages held back while something else draws on the terminal, and the number of those that the screen has
    /// already shown; `nil` if messages are printed at once.
    private let held = Mutex<(texts: [String], shown: Int)?>(nil)

    /// The printer that receives the messages instead of the terminal.
    private let parent: MessagePrinter?

    init(descriptor: Descriptor, isQuiet: Bool, environment: [String: String]) {
        parent = nil
        self.descriptor = descriptor
        self.isQuiet = isQuiet
        let isAnimated = environment["TERM"] != "dumb" && (environment["CI"] ?? "").isEmpty
        canShowProgress = descriptor.isTerminal && isAnimated && !isQuiet
    }

    /// Prints to another printer, without notes.
    init(quietlyTo parent: MessagePrinter) {
        self.parent = parent
        (descriptor, isQuiet, canShowProgress) = (parent.descriptor, true, false)
    }

    static let silent = MessagePrinter(descriptor: Descriptor(number: -1), isQuiet: true, environment: [:])

    func error(_ message: String) {
        print("contacts: \(message)")
    }

    func warning(_ message: String) {
        print("contacts: warning: \(message)")
    }

    func note(_ message: String) {
        if !isQuiet {
            print("contacts: \(message)")
        }
    }

    func log(_ line: String) {
        print(line)
    }

    /// Prints a line that continues the previous message, without the program's name.
    func detail(_ line: String) {
        print("  \(line)")
    }

    /// Prints a question; the answer is typed on the same line.
    func question(_ text: String) {
        endProgress()
        write(TerminalText.sanitized("contacts: \(text) "))
    }

    /// Ends the line of a question whose answer wasn't echoed.
    func endLine() { write("\n") }

    /// Draws the progress line over the previous one.
    func progress(_ text: String) {
        guard canShowProgress else { return }
        showsProgress.withLock { shown in
            // Read every time: after the window is narrowed, a longer line would wrap and leave a copy per update.
            let columns = descriptor.size?.columns ?? 80
            let line = DisplayWidth.truncated(TerminalText.sanitized(text), to: columns - 1)
            write("\r\u{1B}[K\(line)")
            shown = true
        }
    }

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

    /// Holds back all output until ``release()``, because something else draws on the terminal.
    func hold() {
        endProgress()
        held.withLock { $0 = $0 ?? ([], 0) }
    }

    /// Returns the first message held since the last call, and the number of further ones; `nil` without any.
    func takeKept() -> String? {
        let new = held.withLock { held in
            guard let kept = held else { return [] as ArraySlice<String> }
            held?.shown = kept.texts.count
            return kept.texts.dropFirst(kept.shown)
        }
        guard let first = new.first?.split(separator: "\n").first else { return nil }
        let rest = new.count == 1 ? "" : " and \(new.count - 1) more"
        return "\(first)\(rest) (printed again when you quit)"
    }

    /// Prints the held messages, and stops holding back output.
    func release() {
        let texts = held.withLock { held in
            defer { held = nil }
            return held?.texts ?? []
        }
        for text in texts { write(text) }
    }

    private func write(_ text: String) {
        if let parent { return parent.write(text) }
        let isHeld = held.withLock { held in
            held?.texts.append(text)
            return held != nil
        }
        if isHeld { return }
        try? descriptor.write(Array(text.utf8))
    }
}
