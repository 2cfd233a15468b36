import Primitives

/// A listening TCP socket on 127.0.0.1.
package struct LoopbackListener: Sendable {
    package let descriptor: Int32
    package let port: Int

    /// Binds a socket to `port`, or to a free port if it is 0, and listens on it.
    package init(port: Int) throws(LoopbackServerError) {
        guard let number = in_port_t(exactly: port) else { throw .cannotListen(port: port, code: EINVAL) }
        let descriptor = Self.makeSocket()
        guard descriptor >= 0 else { throw .cannotListen(port: port, code: errno) }
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = number.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 511) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            let code = errno
            close(descriptor)
            throw .cannotListen(port: port, code: code)
        }
        self.descriptor = descriptor
        self.port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Creates a socket that doesn't block and isn't inherited by child processes; negative on failure.
    private static func makeSocket() -> Int32 {
        #if os(Linux)
        #if canImport(Musl)
        let type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC
        #else
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        return socket(AF_INET, type, 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        guard descriptor >= 0 else { return descriptor }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
        #endif
    }
}

/// The reason that a loopback server can't be started.
public enum LoopbackServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The library that the server is based on can't be loaded.
    case libraryUnavailable(reason: String)

    /// The system refuses the port, with this `errno` value.
    case cannotListen(port: Int, code: Int32)

    /// The library can't serve the listening socket.
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
