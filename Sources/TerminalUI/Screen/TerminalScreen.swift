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
