import Foundation
import Loopback
import LoopbackHTTP
import RandomUserServer

/// An HTTP client that returns what was received byte for byte; each request has its own connection.
struct WireClient {
    let port: Int
    /// The requests that the server of ``withServer(_:_:)`` has answered, with the status.
    var log = RequestLog<(request: HTTPRequest, status: Int)>()

    /// Sends a request and reads until the server closes the connection.
    func send(
        _ target: String,
        method: String = "GET",
        headers: [String: String] = [:],
        body: String = ""
    ) async throws -> WireResponse {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        return try await send(raw: text + "\r\n" + body)
    }

    /// Sends a text as it is and reads until the server closes the connection.
    func send(raw text: String) async throws -> WireResponse {
        try await onThread { [port] in
            let socket = try LoopbackSocket.connected(to: port)
            defer { close(socket) }
            _ = LoopbackSocket.send(text.utf8, to: socket)
            var received: [UInt8] = []
            while case let bytes = LoopbackSocket.receive(from: socket), !bytes.isEmpty { received += bytes }
            return WireResponse(received: received)
        }
    }

    /// The JSON of an answer with status 200.
    func json(_ target: String) async throws -> JSONValue {
        try JSONValue(bytes: await send(target).body)
    }

    /// The people of an answer.
    func people(_ target: String) async throws -> [JSONValue] {
        try await json(target)["results"].array
    }

    /// The texts that a field has among people.
    func texts(_ field: String, _ query: String) async throws -> [String] {
        try await people("/api/?\(query)").compactMap { $0[field].text }
    }
}

/// A connection that stays open between its requests.
struct HeldConnection {
    private let socket: Int32

    /// Connects; ``end()`` closes the connection.
    init(_ client: WireClient) throws {
        socket = try LoopbackSocket.connected(to: client.port)
    }

    /// Sends a request and reads its answer, which has a length.
    func send(_ target: String) async throws -> WireResponse {
        try await onThread { [socket] in
            _ = LoopbackSocket.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8, to: socket)
            var received: [UInt8] = []
            while true {
                let bytes = LoopbackSocket.receive(from: socket)
                received += bytes
                let answer = WireResponse(received: received)
                let length = answer.headers["content-length"].flatMap { Int($0) }
                if bytes.isEmpty || answer.body.count >= length ?? .max { return answer }
            }
        }
    }

    /// Says that no request follows, and waits until the server has closed the connection as well.
    func end() async throws {
        try await onThread { [socket] in
            shutdown(socket, Int32(SHUT_WR))
            while !LoopbackSocket.receive(from: socket).isEmpty {}
            close(socket)
        }
    }
}

/// Runs blocking calls on a thread of their own: the server answers on the threads of the concurrency pool.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
    }
}

/// An answer as it was received, parsed as far as possible.
struct WireResponse: Sendable {
    /// 0 if no complete head was received.
    let status: Int
    /// By lower-case name.
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    init(received: [UInt8]) {
        let end = received.firstRange(of: [13, 10, 13, 10])
        let head = end.map { String(decoding: received[..<$0.lowerBound], as: UTF8.self) } ?? ""
        let lines = head.split(separator: "\r\n")
        status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } } ?? 0
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        self.headers = headers
        body = end.map { Array(received[$0.upperBound...]) } ?? []
    }
}

/// Runs `body` against a server of its own and stops it afterwards.
@discardableResult
func withServer<Result>(
    _ options: ServerOptions = ServerOptions(),
    _ body: (EmbeddedServer, WireClient) async throws -> Result
) async throws -> Result {
    let log = RequestLog<(request: HTTPRequest, status: Int)>()
    let server = try await EmbeddedServer.start(options: options) { log.add(($0, $1)) }
    do {
        let result = try await body(server, WireClient(port: server.port, log: log))
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// The answer of a server of its own to one request.
func reply(to target: String) async throws -> WireResponse {
    try await withServer { _, client in try await client.send(target) }
}

/// The answer of a server of its own to a text that is sent as it is.
func reply(toRaw text: String, _ options: ServerOptions = ServerOptions()) async throws -> WireResponse {
    try await withServer(options) { _, client in try await client.send(raw: text) }
}

func readJSON(_ target: String) async throws -> JSONValue {
    try await withServer { _, client in try await client.json(target) }
}
