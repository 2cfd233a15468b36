import Foundation
import Logging

@testable import Repository

/// The program's client in front of a transport, with a test's clock, jitter and token.
struct RequestPipeline {
    var limit = 3
    var clock = InstantClock()
    var transport = CurlTransport()

    func run<Result>(
        answering answer: @escaping @Sendable (_ head: String, _ number: Int) -> LoopbackServer.Answer = { _, _ in
            LoopbackServer.Answer(text: "{}")
        },
        _ body: (any HTTPTransport, LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let retries = RetryPolicy(
            limit: limit,
            clock: clock,
            random: { 0 },
            now: { Date(timeIntervalSince1970: 1_700_000_000) }
        )
        let client = HTTPClient(retries: retries, transport: transport)
        let pipeline = StubTransport { request in
            var request = request
            request.headers["Authorization"] = "Bearer s3cret"
            return try await client.send(request)
        }
        return try await withTransport(transport, answering: answer) { try await body(pipeline, $1) }
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

extension RandomUserContactAPI {
    /// An API at the address, which doesn't wait between its attempts.
    convenience init(
        at url: String,
        _ transport: CurlTransport,
        seed: String? = "abc",
        token: String? = nil,
        log: Logger = Logger(label: "test")
    ) {
        let agent = "contacts/1 (+u)"
        let settings = APISettings(version: "1.4", seed: seed, token: token, userAgent: agent, endpoint: { url })
        let retries = RetryPolicy(limit: 3, clock: InstantClock(), random: { 0 })
        self.init(settings: settings, transport: transport, retries: retries, log: log)
    }
}

struct StubTransport: HTTPTransport {
    let answer: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await answer(request) }
}
