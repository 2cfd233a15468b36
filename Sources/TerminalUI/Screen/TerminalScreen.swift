/// Where frames are shown and keys come from.
///
/// ``NcursesScreen`` is a terminal; tests have a screen in memory. Nothing else writes to the terminal while a screen
/// is open.
package protocol TerminalScreen: AnyObject, Sendable {
    /// The columns and rows of now.
    var size: Size { get }
    /// What the terminal can show.
    var capabilities: ScreenCapabilities { get }

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

/// What a terminal can show.
package struct ScreenCapabilities: Sendable, Equatable {
    /// Whether it can show text beyond ASCII.
    package var hasUnicode: Bool

    /// What people should be told once about the terminal; `nil` when all is well.
    package var notice: String? {
        hasUnicode
            ? nil
            : "The locale is not UTF-8: other characters than ASCII are shown as “?”. Set LANG, for example to C.UTF-8."
    }

    package init(hasUnicode: Bool) {
        self.hasUnicode = hasUnicode
    }

    /// The signs to draw with.
    package var glyphs: Glyphs { hasUnicode ? .unicode : .ascii }
}

/// Why a terminal cannot be used.
package struct TerminalError: Error, Equatable, CustomStringConvertible {
    /// The kind of problem.
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
