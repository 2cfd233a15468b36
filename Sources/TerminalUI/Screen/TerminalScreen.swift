import CNcurses
import Primitives

/// Where frames are shown and keys come from.
///
/// ``NcursesScreen`` is a terminal; tests have a screen in memory. Nothing else writes to the terminal while a screen
/// is open.
package protocol TerminalScreen: AnyObject, Sendable {
    /// The columns and rows of now.
    var size: Size { get }
    /// Whether the terminal can show text beyond ASCII.
    var hasUnicode: Bool { get }

    /// Takes the terminal over.
    ///
    /// - Parameter receive: Called with the events of one moment, in order, on a thread of the screen; it must not block.
    /// - Throws: `TerminalError` when there is no terminal, or one that cannot be used.
    func open(receive: @escaping @Sendable ([InputEvent]) -> Void) throws(TerminalError)
    /// Shows a frame; of several in quick succession only the last.
    func present(_ frame: Frame, theme: Theme)
    /// Shows all of the last frame again, whatever the terminal shows.
    func refresh()
    /// Puts a text on the clipboard, where the terminal allows it (OSC 52).
    func copy(_ text: String)
    /// Gives the terminal back and stops the process, as Ctrl-Z does; goes on when the process is continued.
    func suspend()
    /// Gives the terminal back; returns when it is as it was before ``open(receive:)``.
    func close() async
}

/// Why a terminal cannot be used.
package struct TerminalError: Error, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// Input or output is not a terminal.
        case notATerminal
        /// The kind of terminal is unknown or too simple.
        case unusableTerminal
        /// The library is not installed.
        case libraryMissing
    }

    package let code: Code
    /// What happened and what to do, in one line.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// The descriptors of a terminal.
struct TerminalLine: Sendable {
    let input: Int32
    let output: Int32
    /// Whether ``giveBack()`` closes the descriptor.
    private let isOwned: Bool

    /// The terminal of the process: its standard input and output, or in a pipeline the controlling terminal.
    static func ofProcess() throws(TerminalError) -> TerminalLine {
        if isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 {
            return TerminalLine(input: STDIN_FILENO, output: STDOUT_FILENO, isOwned: false)
        }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TerminalError(.notATerminal, "The full screen needs a terminal, and this process has none")
        }
        return TerminalLine(input: descriptor, output: descriptor, isOwned: true)
    }

    /// The columns and rows to draw, at most ``Size/largestScreen``; `nil` when the terminal doesn't report its size.
    var size: Size? {
        var columns: Int32 = 0
        var rows: Int32 = 0
        guard cncurses_size(output, &columns, &rows) == 0 else { return nil }
        let most = Size.largestScreen
        return Size(columns: min(Int(columns), most.columns), rows: min(Int(rows), most.rows))
    }

    /// The bytes that have been typed; none when the terminal is gone.
    func typed() -> [UInt8] { TerminalLine.bytes(from: input, most: 65_536) }

    /// Whether more bytes have been typed already.
    var hasInput: Bool {
        var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1 && wait.revents & Int16(POLLIN) != 0
    }

    func giveBack() {
        if isOwned { close(input) }
    }

    /// What can be read from a descriptor; none at its end.
    static func bytes(from descriptor: Int32, most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            var result = -1
            repeat { result = read(descriptor, buffer.baseAddress, most) } while result < 0 && errno == EINTR
            count = max(0, result)
        }
    }
}

/// Gives the terminal back where a process ends without its screen being closed.
package enum TerminalGuard {
    /// Leaves the alternate screen and restores the modes of the terminal, if a screen is open; callable from any thread.
    package static func giveBack() {
        cncurses_guard_give_back(0)
    }
}
