import CNcurses
import Synchronization

/// The descriptions of terminals in ncurses, loaded when the first screen is opened.
struct NcursesLibrary: Sendable {
    /// The file names of ncurses for wide characters, the preferred first.
    static let names = ["libncursesw.so.6", "libncursesw.6.dylib", "libncurses.dylib"]

    private static let loaded = Mutex<[String: NcursesLibrary]>([:])

    /// Safe to share: C never changes or frees what it points to.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists.
    static func load(_ names: [String] = names) throws(TerminalError) -> NcursesLibrary {
        let library = loaded.withLock { loaded -> NcursesLibrary? in
            for name in names {
                if let library = loaded[name] { return library }
                if let functions = cncurses_open(name) {
                    let library = NcursesLibrary(functions: functions)
                    loaded[name] = library
                    return library
                }
            }
            return nil
        }
        if let library { return library }
        throw TerminalError(
            .libraryMissing,
            "ncurses could not be loaded; install the package libncursesw6 (Debian, Ubuntu)"
        )
    }
}
