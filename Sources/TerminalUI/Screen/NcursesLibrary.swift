import CNcurses

/// The descriptions of terminals in ncurses, loaded when the first screen is opened.
struct NcursesLibrary: Sendable {
    /// The file names of ncurses for wide characters, the preferred first.
    static let names = ["libncursesw.so.6", "libncursesw.6.dylib", "libncurses.dylib"]

    /// Loaded once.
    private static let standard = open(names)

    /// Safe to share: C never changes or frees what it points to.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists.
    static func load(_ names: [String] = names) throws(TerminalError) -> NcursesLibrary {
        if let library = names == Self.names ? standard : open(names) { return library }
        throw TerminalError(
            .libraryMissing,
            "ncurses could not be loaded; install the package libncursesw6 (Debian, Ubuntu)"
        )
    }

    private static func open(_ names: [String]) -> NcursesLibrary? {
        names.lazy.compactMap { cncurses_open($0) }.first.map { NcursesLibrary(functions: $0) }
    }
}
