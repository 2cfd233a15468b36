import Synchronization
import TerminalUI

/// Prints errors, warnings, notes and progress on standard error.
///
/// All text is made safe for a terminal first, since messages may quote what a server sent. A failure to write is
/// ignored: no other place is left to report it.
final class MessagePrinter: Sendable {
    private let descriptor: Descriptor
    let isQuiet: Bool
    /// Whether a progress line can be redrawn: on a terminal that is not dumb, without `CI` and quiet mode.
    let canShowProgress: Bool
    /// Whether the terminal shows a progress line, which is erased before anything else is printed.
    private let showsProgress = Mutex(false)
    /// The messages to print later, because something else has the terminal, and the number of those that the screen has
    /// shown; `nil` prints at once.
    private let held = Mutex<(texts: [String], shown: Int)?>(nil)

    /// Where messages go instead, if not to the terminal.
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

    /// Prints a line that belongs to the message before it, without the program's name.
    func detail(_ line: String) {
        print("  \(line)")
    }

    /// Prints a question; the answer is typed on the same line.
    func question(_ text: String) {
        endProgress()
        write(TerminalText.sanitized("contacts: \(text) "))
    }

    /// Ends the line of a question whose answer was not shown.
    func endLine() { write("\n") }

    /// Draws the progress line, over the one before it.
    func progress(_ text: String) {
        guard canShowProgress else { return }
        showsProgress.withLock { shown in
            // Read each time: in a window made narrower, a longer line would wrap and leave a line for each step.
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

    /// Keeps what is printed from now on for ``release()``, because something else draws on the terminal.
    func hold() {
        endProgress()
        held.withLock { $0 = $0 ?? ([], 0) }
    }

    /// The first message that was kept since the last call, for a screen, and how many others there are; `nil` without one.
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

    /// Prints what was kept, and prints at once from now on.
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
