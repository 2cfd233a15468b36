@testable import Repository

/// The program's client in front of a transport, with a test's clock, jitter and token.
struct RequestPipeline {
    var limit = 3
    var clock = InstantClock()
    var transport = CurlTransport()

    /// Runs `body` with the pipeline and a server with these answers.
    func run<Result>(
        answering answer: @escaping @Sendable (_ head: String, _ number: Int) -> LoopbackServer.Answer = { _, _ in
            LoopbackServer.Answer(text: "{}")
        },
        _ body: (any HTTPTransport, LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let retries = RetryPolicy(limit: limit, clock: clock, random: { 0 }, date: { 1_700_000_000 })
        let client = HTTPClient(retries: retries, transport: transport)
        let pipeline = StubTransport { request in
            var request = request
            request.headers["Authorization"] = "Bearer s3cret"
            return try await client.send(request)
        }
        return try await withTransport(transport, answering: answer) { try await body(pipeline, $1) }
    }

    /// The failure of one request to a server with this answer.
    func failure(
        timeout: Duration = .seconds(120),
        answering answer: LoopbackServer.Answer
    ) async throws -> HTTPTransportError? {
        try await run { _, _ in
            answer
        } _: { client, server async throws in
            await Self.failure(of: client, at: server.url, timeout: timeout)
        }
    }

    /// The failure of a request; `nil` when it succeeds.
    static func failure(
        of client: any HTTPTransport,
        at url: String,
        timeout: Duration = .seconds(120)
    ) async -> HTTPTransportError? {
        do {
            _ = try await client.send(HTTPRequest(url: url, timeout: timeout))
            return nil
        } catch { return error as? HTTPTransportError }
    }
}

/// A transport that answers by a closure.
struct StubTransport: HTTPTransport {
    let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await answer(request) }
}
