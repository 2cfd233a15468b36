import Primitives

/// The reason why a server on loopback cannot be started.
public enum LoopbackServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The library that the server is built on cannot be loaded.
    case libraryUnavailable(reason: String)

    /// The system refuses the port, with this value of `errno`.
    case cannotListen(port: Int, code: Int32)

    /// The library does not serve the listening socket.
    case cannotServe

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .libraryUnavailable(let reason):
            "The built-in server needs libmicrohttpd, which cannot be loaded (\(reason)). "
                + "Install the Debian package libmicrohttpd12."
        case .cannotListen(_, let code): String(cString: strerror(code))
        case .cannotServe: "libmicrohttpd refuses to serve"
        }
    }
}
