import CNcurses
import Primitives

/// A screen that displays frames and delivers input.
///
/// ``NcursesScreen`` is a terminal; tests use a screen in memory. Nothing else writes to the terminal while a screen
/// is open.
package protocol TerminalScreen: AnyObject, Sendable {
    var size: Size { get }
    /// Whether the terminal can display non-ASCII text.
    var hasUnicode: Bool { get }

    /// Takes over the terminal.
    ///
    /// - Parameter receive: Called with events that arrived together, in order, on the screen's thread; must not block.
    /// - Throws: `TerminalError` if there is no terminal, or it can't be used.
    func open(receive: @escaping @Sendable ([InputEvent]) -> Void) throws(TerminalError)
    /// Displays a frame; if several arrive in quick succession, only the last one.
    func present(_ frame: Frame, theme: Theme)
    /// Redraws the last frame completely, whatever the terminal shows.
    func refresh()
    /// Copies text to the clipboard, if the terminal allows it (OSC 52).
    func copy(_ text: String)
    /// Restores the terminal and stops the process, like Ctrl-Z; redraws when the process continues.
    func suspend()
    /// Restores the terminal; returns when it is in the same state as before ``open(receive:)``.
    func close() async
}

package struct TerminalError: Error, Equatable {
    package enum Code: Sendable {
        /// Input or output isn't a terminal.
        case notATerminal
        /// The type of terminal is unknown or too limited.
        case unusableTerminal
        case libraryMissing
    }

    package let code: Code
    /// A description of the problem and its solution, in one line.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

/// The file descriptors of a terminal.
struct TerminalLine: Sendable {
    let input: Int32
    let output: Int32
    /// Whether ``giveBack()`` closes the descriptor.
    private let isOwned: Bool

    /// Returns the process's terminal: standard input and output or, in a pipeline, the controlling terminal.
    static func ofProcess() throws(TerminalError) -> TerminalLine {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            return TerminalLine(input: STDIN_FILENO, output: STDOUT_FILENO, isOwned: false)
        }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TerminalError(.notATerminal, "The full screen needs a terminal, but this process doesn't have one")
        }
        return TerminalLine(input: descriptor, output: descriptor, isOwned: true)
    }

    /// The columns and rows to draw, limited to ``Size/largestScreen``; `nil` if the terminal doesn't report its size.
    var size: Size? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard cncurses_size(output, &columns, &rows) == 0 else { return nil }
        let most = Size.largestScreen
        return Size(columns: min(Int(columns), most.columns), rows: min(Int(rows), most.rows))
    }

    /// Returns the bytes that have been typed; empty if the terminal is gone.
    func typed() -> [UInt8] { TerminalLine.bytes(from: input, most: 65_536) }

    /// Whether more typed bytes are available.
    var hasInput: Bool {
        var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1 && wait.revents & Int16(POLLIN) != 0
    }

    func giveBack() {
        if isOwned { close(input) }
    }

    /// Returns the bytes that can be read from a descriptor; empty at the end.
    static func bytes(from descriptor: Int32, most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var result = -1
            repeat { result = read(descriptor, buffer.baseAddress, most) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
    }
}

/// Restores the terminal when the process exits without closing its screen.
package enum TerminalGuard {
    /// Leaves the alternate screen and restores the terminal's modes if a screen is open; callable from any thread.
    package static func giveBack() {
        cncurses_guard_give_back(0)
    }
}
