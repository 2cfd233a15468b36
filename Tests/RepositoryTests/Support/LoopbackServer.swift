import Loopback
import Repository

/// A server on 127.0.0.1 that sends exactly the bytes that a test gives, valid HTTP or not.
struct LoopbackServer: Sendable {
    /// What happens after the bytes of an answer.
    enum Ending: Sendable {
        case close
        case hang
        case reset
    }

    struct Answer: Sendable {
        var bytes: [UInt8]
        var ending: Ending = .close

        init(_ bytes: [UInt8], ending: Ending = .close) {
            self.bytes = bytes
            self.ending = ending
        }

        /// A complete answer with the correct length.
        init(_ status: Int = 200, _ fields: [String] = [], body: [UInt8], ending: Ending = .close) {
            let head = ["HTTP/1.1 \(status) X", "Content-Length: \(body.count)", "Connection: close"] + fields
            self.init(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body, ending: ending)
        }

        init(_ status: Int = 200, _ fields: [String] = ["Content-Type: application/json"], text: String) {
            self.init(status, fields, body: Array(text.utf8))
        }
    }

    private let server: RequestServer

    var port: Int { server.port }

    var url: String { "http://127.0.0.1:\(port)" }

    var heads: [String] { server.heads }

    var targets: [String] { heads.map { String($0.split(separator: " ").dropFirst().first ?? "") } }

    /// A server whose handler gets the head of each request and its number, from 0.
    static func answering(
        _ handler: @escaping @Sendable (_ head: String, _ number: Int) -> Answer
    ) throws -> LoopbackServer {
        let server = try RequestServer { request, client in
            let answer = handler(request.headText, request.number)
            guard LoopbackSocket.send(answer.bytes, to: client) else { return }
            switch answer.ending {
            case .close: break
            // Ends when the client or the test closes the connection.
            case .hang: _ = LoopbackSocket.receive(from: client, limit: 1)
            case .reset: LoopbackSocket.resetOnClose(client)
            }
        }
        return LoopbackServer(server: server)
    }

    func run<Result>(_ body: (LoopbackServer) async throws -> Result) async throws -> Result {
        defer { server.stop() }
        return try await body(self)
    }
}

/// Runs `body` with a transport and a server that gives one answer to all requests, and shuts both down.
func withTransport<Result>(
    _ transport: CurlTransport = CurlTransport(),
    answering answer: LoopbackServer.Answer = .init(text: "{}"),
    _ body: (CurlTransport, LoopbackServer) async throws -> Result
) async throws -> Result {
    try await withTransport(transport, answering: { _, _ in answer }, body)
}

/// Runs `body` with a transport and a server, and shuts both down.
func withTransport<Result>(
    _ transport: CurlTransport = CurlTransport(),
    answering answer: @escaping @Sendable (_ head: String, _ number: Int) -> LoopbackServer.Answer,
    _ body: (CurlTransport, LoopbackServer) async throws -> Result
) async throws -> Result {
    let result: Swift.Result<Result, any Error>
    do {
        result = .success(try await LoopbackServer.answering(answer).run { try await body(transport, $0) })
    } catch { result = .failure(error) }
    await transport.shutdown()
    return try result.get()
}
