import CCurl
import Synchronization

/// libcurl's functions, loaded when the first request is sent.
struct CurlLibrary: Sendable {
    /// The file names of libcurl, the preferred first.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]

    /// The oldest version that has everything that is used here, 7.80.
    private static let oldestVersion: UInt32 = 0x07_50_00

    /// Libraries are loaded once per name, because loading initializes them.
    private static let loaded = Mutex<[String: CurlLibrary]>([:])

    /// Safe to share: C never changes or frees what it points to.
    nonisolated(unsafe) let functions: OpaquePointer

    /// Loads the first library that exists; blocks while the system reads it.
    static func load(_ names: [String]) throws(HTTPTransportError) -> CurlLibrary {
        let library = loaded.withLock { loaded -> CurlLibrary? in
            for name in names {
                if let library = loaded[name] { return library }
                if let functions = ccurl_open(name), ccurl_version(functions) >= oldestVersion {
                    let library = CurlLibrary(functions: functions)
                    loaded[name] = library
                    return library
                }
            }
            return nil
        }
        if let library { return library }
        throw HTTPTransportError(
            .libraryMissing,
            "libcurl 7.80 or later could not be loaded; install the package libcurl4 (Debian, Ubuntu)"
        )
    }
}
