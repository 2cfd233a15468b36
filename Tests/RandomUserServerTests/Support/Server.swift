import Foundation
import Loopback
import LoopbackHTTP
import RandomUserServer

extension LoopbackClient {
    func json(_ target: String) async throws -> JSONValue {
        try JSONValue(bytes: await send(target).body)
    }

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
    init(port: Int) throws {
        socket = try LoopbackSocket.connected(to: port)
    }

    /// Sends a request and reads its answer, which has a length.
    func send(_ target: String) async throws -> LoopbackResponse {
        try await onThread { [socket] in
            _ = LoopbackSocket.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8, to: socket)
            var received: [UInt8] = []
            while true {
                let bytes = LoopbackSocket.receive(from: socket)
                received += bytes
                let answer = LoopbackResponse(received)
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

/// The requests that a server has answered, with the status.
typealias ServerLog = RequestLog<(request: HTTPRequest, status: Int)>

/// Runs `body` with the log of a server of its own, and stops the server afterwards.
@discardableResult
func withServer<Result>(
    _ options: ServerOptions = ServerOptions(),
    _ body: (ServerLog, LoopbackClient) async throws -> Result
) async throws -> Result {
    let log = ServerLog()
    let server = try await EmbeddedServer.start(options: options) { log.add(($0, $1)) }
    do {
        let result = try await body(log, LoopbackClient(port: server.port))
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// The answer of a server of its own to one request.
func reply(to target: String) async throws -> LoopbackResponse {
    try await withServer { _, client in try await client.send(target) }
}

/// The answer of a server of its own to a text that is sent as it is.
func reply(toRaw text: String, _ options: ServerOptions = ServerOptions()) async throws -> LoopbackResponse {
    try await withServer(options) { _, client in try await client.send(raw: text) }
}

func readJSON(_ target: String) async throws -> JSONValue {
    try await withServer { _, client in try await client.json(target) }
}
