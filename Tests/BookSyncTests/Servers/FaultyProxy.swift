import Foundation
import Loopback
import Synchronization

/// A server on this machine that passes requests on to another one, and fails in the ways of connections and servers.
///
/// Each connection carries one request.
final class FaultyProxy: Sendable {
    /// What becomes of a request.
    enum Fault: Sendable {
        /// The server gets it, and its answer comes whole.
        case none
        /// The connection is reset before the server gets it.
        case lostRequest
        /// The server gets it, and the connection is reset before its answer comes.
        case lostAnswer
        /// The server's answer ends in the middle of its body.
        case cutAnswer
        /// The server's answer comes a byte at a time, until the client has enough.
        case slowAnswer
        /// Another answer comes in the place of the server's.
        case answer(status: Int, fields: [String] = [], body: String = "")
    }

    /// A request as it came.
    struct Request: Sendable {
        /// Counts from 1.
        var number: Int
        var head: [String]
        var body: [UInt8]

        var method: String { String(head[0].prefix { $0 != " " }) }
        var target: String { head[0].split(separator: " ").dropFirst().first.map(String.init) ?? "" }

        /// The value of a field.
        subscript(_ name: String) -> String? {
            get {
                let start = name.lowercased() + ":"
                let line = head.dropFirst().first { $0.lowercased().hasPrefix(start) }
                return line.map { $0.dropFirst(start.count).trimmingCharacters(in: .whitespaces) }
            }
            set {
                let start = name.lowercased() + ":"
                head.removeAll { $0.lowercased().hasPrefix(start) }
                if let newValue { head.append("\(name): \(newValue)") }
            }
        }
    }

    /// Says what becomes of a request, which it may change first; called on a thread of the connection.
    typealias Script = @Sendable (inout Request) -> Fault

    let origin: String
    private let listener: Int32
    private let upstream: Int
    private let script: Script
    private let count = Mutex(0)
    private let isStopped = Mutex(false)

    private init(upstream: Int, script: @escaping Script) throws {
        let (listener, port) = try LoopbackSocket.listening(backlog: 64)
        self.listener = listener
        self.upstream = upstream
        self.script = script
        origin = "http://127.0.0.1:\(port)"
    }

    /// Runs `body` with a proxy before the server with the origin.
    static func before<Result>(
        _ server: String,
        script: @escaping Script,
        _ body: (FaultyProxy) async throws -> Result
    ) async throws -> Result {
        let port = Int(server.split(separator: ":").last ?? "") ?? 0
        let proxy = try FaultyProxy(upstream: port, script: script)
        Thread.detachNewThread { proxy.accept() }
        defer {
            proxy.isStopped.withLock { $0 = true }
            shutdown(proxy.listener, Int32(SHUT_RDWR))
        }
        return try await body(proxy)
    }

    /// How many requests came.
    var requestCount: Int { count.withLock { $0 } }

    private func accept() {
        while true {
            let descriptor = Foundation.accept(listener, nil, nil)
            guard descriptor >= 0, !isStopped.withLock({ $0 }) else { break }
            Thread.detachNewThread {
                self.serve(descriptor)
                close(descriptor)
            }
        }
        close(listener)
    }

    private func serve(_ client: Int32) {
        guard var request = Self.read(from: client) else { return }
        request.number = count.withLock {
            $0 += 1
            return $0
        }
        switch script(&request) {
        case .none: _ = LoopbackSocket.send(forward(request), to: client)
        case .lostRequest: Self.reset(client)
        case .lostAnswer:
            _ = forward(request)
            Self.reset(client)
        case .cutAnswer:
            let answer = forward(request)
            let head = Self.headEnd(answer) ?? answer.count
            _ = LoopbackSocket.send(answer.prefix(head + max(1, (answer.count - head) / 2)), to: client)
        case .slowAnswer:
            for byte in forward(request) {
                guard LoopbackSocket.send([byte], to: client), Self.waits(for: client) else { return }
            }
        case .answer(let status, let fields, let body):
            let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"] + fields
            _ = LoopbackSocket.send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8), to: client)
        }
    }

    /// Sends a request to the server and returns its whole answer.
    func forward(_ request: Request) -> [UInt8] {
        var request = request
        request["Connection"] = "close"
        guard let server = try? LoopbackSocket.connected(to: upstream) else { return [] }
        defer { close(server) }
        let head = request.head.joined(separator: "\r\n") + "\r\n\r\n"
        guard LoopbackSocket.send(Array(head.utf8) + request.body, to: server) else { return [] }
        var answer: [UInt8] = []
        while true {
            let bytes = LoopbackSocket.receive(from: server)
            if bytes.isEmpty { return answer }
            answer += bytes
        }
    }

    private static func read(from client: Int32) -> Request? {
        var bytes: [UInt8] = []
        while true {
            let next = LoopbackSocket.receive(from: client)
            if next.isEmpty { return nil }
            bytes += next
            guard let end = headEnd(bytes) else { continue }
            let head = String(decoding: bytes[..<(end - 4)], as: UTF8.self).components(separatedBy: "\r\n")
            var request = Request(number: 0, head: head, body: Array(bytes[end...]))
            let length = request["Content-Length"].flatMap { Int($0) } ?? 0
            while request.body.count < length {
                let more = LoopbackSocket.receive(from: client)
                if more.isEmpty { return nil }
                request.body += more
            }
            return request
        }
    }

    /// The index after the blank line.
    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
    }

    /// Waits a moment; `false` when the client has closed.
    private static func waits(for client: Int32) -> Bool {
        var state = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 20) == 0
    }

    /// Makes the connection end with a reset.
    private static func reset(_ client: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
    }
}
