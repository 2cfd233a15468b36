import Foundation
import Synchronization

/// A server on 127.0.0.1 whose connections carry one request each; it accepts none after its last reference is gone.
package final class RequestServer: Sendable {
    private final class Count: Sendable {
        let value = Mutex(0)
    }

    /// The port that it listens on.
    package let port: Int
    private let listener: Int32
    private let count = Count()
    private let isStopped = Mutex(false)

    /// The number of requests so far.
    package var requestCount: Int { count.value.withLock(\.self) }

    /// Starts a server; `serve` answers a request on the descriptor, on a thread of the connection.
    package init(_ serve: @escaping @Sendable (_ request: LoopbackRequest, _ client: Int32) -> Void) throws {
        let (listener, port) = try LoopbackSocket.listening(backlog: 64)
        (self.listener, self.port) = (listener, port)
        Thread.detachNewThread { [count] in
            while case let client = accept(listener, nil, nil), client >= 0 {
                Thread.detachNewThread {
                    defer { close(client) }
                    guard var request = LoopbackRequest(from: client) else { return }
                    request.number = count.value.withLock { count in
                        defer { count += 1 }
                        return count
                    }
                    serve(request, client)
                }
            }
            close(listener)
        }
    }

    deinit { stop() }

    /// Accepts no more connections.
    package func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
    }
}

/// A request as it came.
package struct LoopbackRequest: Sendable {
    /// The number of the request, which counts from 0.
    package var number = 0
    /// The first line and the fields.
    package var head: [String]
    package var body: [UInt8]

    package init(head: [String], body: [UInt8] = []) {
        (self.head, self.body) = (head, body)
    }

    /// Reads a request; `nil` if the client leaves before its end.
    init?(from client: Int32) {
        var bytes: [UInt8] = []
        var end: Int?
        while end == nil {
            let next = LoopbackSocket.receive(from: client)
            if next.isEmpty { return nil }
            bytes += next
            end = Self.bodyStart(bytes)
        }
        guard let end else { return nil }
        head = String(decoding: bytes[..<(end - 4)], as: UTF8.self).components(separatedBy: "\r\n")
        body = Array(bytes[end...])
        let length = self["Content-Length"].flatMap { Int($0) } ?? 0
        while body.count < length {
            let next = LoopbackSocket.receive(from: client)
            if next.isEmpty { return nil }
            body += next
        }
    }

    package var method: String { String(head[0].prefix { $0 != " " }) }
    package var target: String { head[0].split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    /// The fields, as names and values.
    package var fields: [(name: String, value: String)] {
        head.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.first.map { ($0, parts.dropFirst().first ?? "") }
        }
    }

    /// The value of a field.
    package subscript(_ name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            head.removeAll { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            if let newValue { head.append("\(name): \(newValue)") }
        }
    }

    /// Sends the request to the server on the port and returns its answer, whose body is empty if there is none.
    package func forwarded(to port: Int) -> (head: [UInt8], body: [UInt8]) {
        var request = self
        request["Connection"] = "close"
        guard let server = try? LoopbackSocket.connected(to: port) else { return ([], []) }
        defer { close(server) }
        let text = request.head.joined(separator: "\r\n") + "\r\n\r\n"
        guard LoopbackSocket.send(Array(text.utf8) + body, to: server) else { return ([], []) }
        var answer: [UInt8] = []
        while case let bytes = LoopbackSocket.receive(from: server), !bytes.isEmpty { answer += bytes }
        let end = Self.bodyStart(answer) ?? answer.count
        return (Array(answer[..<end]), Array(answer[end...]))
    }

    /// The index after the blank line.
    private static func bodyStart(_ bytes: [UInt8]) -> Int? { bytes.firstRange(of: [13, 10, 13, 10])?.upperBound }
}
