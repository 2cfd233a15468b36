import Foundation

/// Plain sockets on 127.0.0.1, independent of the program's libraries.
package enum LoopbackSocket {
    /// A socket that listens on a free port, and the port.
    package static func listening(backlog: Int32 = 16) throws -> (descriptor: Int32, port: Int) {
        let (descriptor, port) = try bound()
        guard listen(descriptor, backlog) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, port)
    }

    /// A socket that has a free port, and the port.
    static func bound() throws -> (descriptor: Int32, port: Int) {
        let descriptor = socket(AF_INET, streamType, 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var bound = sockaddr_in()
        let code = withAddress(port: 0) { bind(descriptor, $0, $1) }
        let known = withUnsafeMutablePointer(to: &bound) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard descriptor >= 0, code == 0, known == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (descriptor, Int(UInt16(bigEndian: bound.sin_port)))
    }

    /// A socket that is connected to the port.
    package static func connected(to port: Int) throws -> Int32 {
        let descriptor = socket(AF_INET, streamType, 0)
        guard withAddress(port: port, { connect(descriptor, $0, $1) }) == 0 else {
            close(descriptor)
            throw POSIXError(.ECONNREFUSED)
        }
        return descriptor
    }

    /// Sends all bytes; `false` when the other side closes first.
    package static func send(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    /// Receives at most `limit` bytes; none when the other side has closed.
    package static func receive(from descriptor: Int32, limit: Int = 16_384) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count: Int
        repeat { count = recv(descriptor, &bytes, limit, 0) } while count < 0 && errno == EINTR
        return Array(bytes.prefix(max(0, count)))
    }

    /// Makes closing the connection reset it.
    package static func resetOnClose(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
    }

    /// Runs `body` with a port that neither accepts nor refuses connections, because its queue is full.
    package static func withSilentPort<Result>(_ body: (Int) async throws -> Result) async throws -> Result {
        let (listener, port) = try listening(backlog: 0)
        var waiting: [Int32] = []
        defer { for descriptor in waiting + [listener] { close(descriptor) } }
        // The queue is one longer than requested; connections beyond it wait for an answer that never comes.
        for _ in 0..<4 {
            let descriptor = socket(AF_INET, streamType, 0)
            waiting.append(descriptor)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            _ = withAddress(port: port) { connect(descriptor, $0, $1) }
        }
        return try await body(port)
    }

    private static func withAddress<Result>(
        port: Int,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
    private static let streamType = SOCK_STREAM
    #endif
}
