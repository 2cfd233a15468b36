import CExpat
import Synchronization

/// libexpat's functions, loaded when the first document is read.
struct ExpatLibrary: Sendable {
    /// The file names of libexpat, preferred first.
    static let names = ["libexpat.so.1", "libexpat.1.dylib", "libexpat.dylib"]

    /// Loaded once per name.
    private static let loaded = Mutex<[String: ExpatLibrary]>([:])

    /// Safe to share: C never changes or frees what it points to.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists.
    static func load(_ names: [String] = names) throws(XMLFault) -> ExpatLibrary {
        let library = loaded.withLock { loaded -> ExpatLibrary? in
            for name in names {
                if let library = loaded[name] { return library }
                if let functions = cexpat_open(name) {
                    let library = ExpatLibrary(functions: functions)
                    loaded[name] = library
                    return library
                }
            }
            return nil
        }
        guard let library else { throw .libraryMissing }
        return library
    }
}
