import Foundation

/// An HTTP client that returns what was received byte for byte; each request has a connection of its own.
package struct LoopbackClient: Sendable {
    package let port: Int

    package init(port: Int) { self.port = port }

    /// Sends a request and reads until the server closes the connection, or until `isEnough` holds for the lines that have
    /// come since its last call.
    package func send(
        _ target: String,
        method: String = "GET",
        headers: [String: String] = [:],
        body: String = "",
        isEnough: (@Sendable (String) -> Bool)? = nil
    ) async throws -> LoopbackResponse {
        var text = "\(method) \(target) HTTP/1.1\r\n"
        let fields = ["Host": "127.0.0.1", "Connection": "close"].merging(headers) { $1 }
        for (name, value) in fields where !value.isEmpty { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        return try await send(raw: text + "\r\n" + body, isEnough: isEnough)
    }

    /// Sends a text as it is and reads like the other function.
    package func send(raw text: String, isEnough: (@Sendable (String) -> Bool)? = nil) async throws -> LoopbackResponse
    {
        try await onThread { [port] in
            let socket = try LoopbackSocket.connected(to: port)
            defer { close(socket) }
            _ = LoopbackSocket.send(text.utf8, to: socket)
            var received: [UInt8] = []
            var seen = 0
            while case let bytes = LoopbackSocket.receive(from: socket, limit: 65_536), !bytes.isEmpty {
                received += bytes
                guard let isEnough, let end = received[seen...].lastIndex(of: 10) else { continue }
                if isEnough(String(decoding: received[seen...end], as: UTF8.self)) { break }
                seen = end + 1
            }
            return LoopbackResponse(received)
        }
    }
}

/// A response as it was received, parsed as far as possible.
package struct LoopbackResponse: Sendable {
    /// 0 if no complete head was received.
    package let status: Int
    /// By lower-case name.
    package let headers: [String: String]
    package let body: [UInt8]
    /// The head and the body.
    package let whole: String

    package var text: String { String(decoding: body, as: UTF8.self) }

    package init(_ received: [UInt8]) {
        let end = received.firstRange(of: [13, 10, 13, 10])
        let head = end.map { String(decoding: received[..<$0.lowerBound], as: UTF8.self) } ?? ""
        let lines = head.split(separator: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
        headers = lines.dropFirst().reduce(into: [:]) { headers, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        body = end.map { Array(received[$0.upperBound...]) } ?? []
        whole = String(decoding: received, as: UTF8.self)
    }
}

/// Runs blocking calls on a thread of their own: servers answer on the threads of the concurrency pool.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}
