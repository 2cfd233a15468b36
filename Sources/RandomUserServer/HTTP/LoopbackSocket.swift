#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A listening TCP socket on 127.0.0.1.
struct LoopbackListener: Sendable {
    let descriptor: Int32
    let port: Int

    /// Binds a socket to `port`, or to a free port if it is 0, and listens.
    init(port: Int) throws(EmbeddedServerError) {
        guard let number = in_port_t(exactly: port) else { throw .cannotListen(port: port, code: EINVAL) }
        let descriptor = TCPSocket.make()
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
            Self.closeSocket(descriptor)
            throw .cannotListen(port: port, code: code)
        }
        self.descriptor = descriptor
        self.port = Int(in_port_t(bigEndian: address.sin_port))
    }

    /// Closes the socket of a listener that no daemon owns.
    func close() {
        Self.closeSocket(descriptor)
    }

    private static func closeSocket(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}

/// What faults do to a connection below HTTP.
enum TCPSocket {
    /// A new socket that neither blocks nor is inherited by child processes; negative on failure.
    static func make() -> Int32 {
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

    /// Ends the connection so that the other side sees a reset after the bytes that were sent.
    static func reset(_ descriptor: Int32) {
        var isOn: Int32 = 1
        // Sends what the kernel holds back in the hope of more; a reset would discard it.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var lingering = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &lingering, socklen_t(MemoryLayout<linger>.size))
        #if os(Linux)
        // Dissolves the connection at once. With SO_LINGER alone the reset would only follow when libmicrohttpd closes
        // the socket, after it has sent the orderly end that the other side then sees first.
        var address = sockaddr()
        address.sa_family = sa_family_t(AF_UNSPEC)
        connect(descriptor, &address, socklen_t(MemoryLayout<sockaddr>.size))
        #endif
    }

    /// Whether the other side has closed the connection.
    static func isClosedByPeer(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        #if canImport(Glibc)
        let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
        #else
        let flags = MSG_PEEK | MSG_DONTWAIT
        #endif
        let count = recv(descriptor, &byte, 1, flags)
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
}
