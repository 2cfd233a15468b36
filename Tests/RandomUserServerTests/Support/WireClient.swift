import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// An HTTP client that returns what was received byte for byte; each request has its own connection.
struct WireClient {
    let port: Int

    /// Sends a request and reads until the server closes the connection, or sends nothing for `patience`.
    func send(
        _ target: String,
        method: String = "GET",
        headers: [String: String] = [:],
        body: String = "",
        patience: Duration = .seconds(600)
    ) async throws -> WireResponse {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        return try await send(raw: text + "\r\n" + body, patience: patience)
    }

    /// Sends a text as it is and reads until the server closes the connection, or sends nothing for `patience`.
    func send(raw text: String, patience: Duration = .seconds(600)) async throws -> WireResponse {
        let request = Array(text.utf8)
        let port = port
        // Blocking calls get their own thread: the server answers on the threads of the concurrency pool.
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try Self.exchange(request, port: port, patience: patience)
                    }
                )
            }
        }
    }

    /// The JSON of an answer with status 200.
    func json(_ target: String, headers: [String: String] = [:]) async throws -> JSONValue {
        try JSONValue(bytes: await send(target, headers: headers).body)
    }

    /// The people of an answer.
    func people(_ target: String) async throws -> [JSONValue] {
        try await json(target)["results"].array
    }

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
    private static let streamType = SOCK_STREAM
    #endif

    /// A socket that is connected to the port; the caller closes it.
    static func connected(to port: Int, patience: Duration) throws -> Int32 {
        let descriptor = socket(AF_INET, streamType, 0)
        guard descriptor >= 0 else { throw WireError("socket: \(errno)") }
        let (seconds, attoseconds) = patience.components
        var limit = timeval(tv_sec: Int(seconds), tv_usec: numericCast(attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port).bigEndian)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let code = errno
            close(descriptor)
            throw WireError("connect: \(code)")
        }
        return descriptor
    }

    private static func exchange(
        _ request: [UInt8],
        port: Int,
        patience: Duration
    ) throws -> WireResponse {
        let descriptor = try connected(to: port, patience: patience)
        defer { close(descriptor) }
        guard write(descriptor, request, request.count) == request.count else { throw WireError("write: \(errno)") }
        var received: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return WireResponse(received: received) }
            if count < 0 {
                guard errno == ECONNRESET || errno == EAGAIN else { throw WireError("read: \(errno)") }
                return WireResponse(received: received, wasReset: errno == ECONNRESET, isUnfinished: errno == EAGAIN)
            }
            received.append(contentsOf: buffer[..<count])
        }
    }
}

struct WireError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
