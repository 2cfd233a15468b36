import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A connection that stays open between its requests.
struct HeldConnection {
    private let descriptor: Int32

    /// Connects; ``end()`` closes the connection.
    init(_ client: WireClient) throws {
        descriptor = try WireClient.connected(to: client.port, patience: .seconds(600))
    }

    /// Sends a request and reads its answer, which has a length.
    func send(_ target: String) async throws -> WireResponse {
        try await onThread { descriptor in
            let request = Array("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
            guard write(descriptor, request, request.count) == request.count else {
                throw WireError("write: \(errno)")
            }
            var received: [UInt8] = []
            while true {
                let answer = WireResponse(received: received)
                if let length = answer.headers["content-length"], answer.body.count >= Int(length) ?? 0 {
                    return answer
                }
                let bytes = try Self.read(descriptor)
                if bytes.isEmpty { return answer }
                received += bytes
            }
        }
    }

    /// Says that no request follows, and waits until the server has closed the connection as well.
    func end() async throws {
        try await onThread { descriptor in
            shutdown(descriptor, Int32(SHUT_WR))
            while try !Self.read(descriptor).isEmpty {}
            close(descriptor)
        }
    }

    /// Blocking calls get their own thread: the server answers on the threads of the concurrency pool.
    private func onThread<Result: Sendable>(_ body: @escaping @Sendable (Int32) throws -> Result) async throws -> Result
    {
        let descriptor = descriptor
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Swift.Result { try body(descriptor) }) }
        }
    }

    /// What has come; empty at the end.
    private static func read(_ descriptor: Int32) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        #if canImport(Glibc)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        #else
        let count = Darwin.read(descriptor, &buffer, buffer.count)
        #endif
        guard count >= 0 else { throw WireError("read: \(errno)") }
        return Array(buffer[..<count])
    }
}
