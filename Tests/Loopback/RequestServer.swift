import Foundation
import Synchronization

/// Accepts connections on a free port of 127.0.0.1, and serves each on a thread of its own.
package final class ConnectionServer: Sendable {
    /// What the threads share with the server, which ends with its last reference.
    private final class Connections: Sendable {
        let state = Mutex((open: Set<Int32>(), isStopped: false))
    }

    package let port: Int
    private let listener: Int32
    private let connections = Connections()

    package init() throws { (listener, port) = try LoopbackSocket.listening(backlog: 64) }

    deinit { stop() }

    /// Starts to accept connections; each is closed when `serve` returns.
    package func accept(_ serve: @escaping @Sendable (_ client: Int32) -> Void) {
        Thread.detachNewThread { [connections, listener] in
            while case let client = Foundation.accept(listener, nil, nil), client >= 0 {
                connections.state.withLock { state in
                    state.open.insert(client)
                    if state.isStopped { shutdown(client, Int32(SHUT_RDWR)) }
                }
                Thread.detachNewThread {
                    serve(client)
                    connections.state.withLock { _ = $0.open.remove(client) }
                    close(client)
                }
            }
            close(listener)
        }
    }

    package func stop() {
        connections.state.withLock { state in
            guard !state.isStopped else { return }
            state.isStopped = true
            for descriptor in state.open.union([listener]) { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }
}

/// A server on 127.0.0.1 whose connections carry one request each; it accepts none after its last reference is gone.
package final class RequestServer: Sendable {
    private let connections: ConnectionServer
    private let log = RequestLog<String>()

    package var port: Int { connections.port }

    package var heads: [String] { log.requests }

    package var requestCount: Int { heads.count }

    /// Starts a server; `serve` answers a request on the descriptor, on a thread of the connection.
    package init(_ serve: @escaping @Sendable (_ request: LoopbackRequest, _ client: Int32) -> Void) throws {
        connections = try ConnectionServer()
        connections.accept { [log] client in
            guard var request = LoopbackRequest(from: client) else { return }
            request.number = log.add(request.headText)
            serve(request, client)
        }
    }

    package func stop() { connections.stop() }
}

/// A request as it came.
package struct LoopbackRequest: Sendable {
    /// The number of the request, which counts from 0.
    package var number = 0
    /// The first line and the fields.
    package var head: [String]
    package var body: [UInt8]

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

    /// The first line and the fields with their line ends, and the blank line.
    package var headText: String { head.joined(separator: "\r\n") + "\r\n\r\n" }

    package var method: String { String(head[0].prefix { $0 != " " }) }
    package var target: String { head[0].split(separator: " ").dropFirst().first.map(String.init) ?? "" }

    /// The fields, as names and values.
    package var fields: [(name: String, value: String)] {
        head.dropFirst().compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.first.map { ($0, parts.dropFirst().first ?? "") }
        }
    }

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
        guard LoopbackSocket.send(Array(request.headText.utf8) + body, to: server) else { return ([], []) }
        var answer: [UInt8] = []
        while case let bytes = LoopbackSocket.receive(from: server), !bytes.isEmpty { answer += bytes }
        let end = Self.bodyStart(answer) ?? answer.count
        return (Array(answer[..<end]), Array(answer[end...]))
    }

    /// The index after the blank line.
    private static func bodyStart(_ bytes: [UInt8]) -> Int? { bytes.firstRange(of: [13, 10, 13, 10])?.upperBound }
}
