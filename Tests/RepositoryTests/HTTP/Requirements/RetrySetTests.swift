import Loopback
import Repository
import Testing

/// Which failures are retried, over real HTTP.
@Suite struct RetrySetTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `retry set: a reset before the first byte is retried, except for POST`() async throws {
        try await RequestPipeline().run { _, number in
            number == 0 ? Answer([], ending: .reset) : Answer(503, text: "{}")
        } _: { client, server async throws in
            await #expect(throws: HTTPTransportError.self) {
                try await client.send(HTTPRequest(method: "POST", url: server.url))
            }
            #expect(server.heads.count == 1)
        }
        try await RequestPipeline().run { _, number in
            number == 0 ? Answer([], ending: .reset) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(server.heads.count == 2)
        }
    }

    @Test func `retry set: POST with an idempotency key is retried`() async throws {
        try await RequestPipeline().run { _, number in
            Answer(number == 0 ? 503 : 200, text: "{}")
        } _: { client, server async throws in
            let fields = HTTPHeaderFields([("Idempotency-Key", "5f0c")])
            let request = HTTPRequest(method: "POST", url: server.url, headers: fields)
            #expect(try await client.send(request).status == 200)
            #expect(server.heads.count == 2)
            #expect(server.heads.allSatisfy { $0.contains("Idempotency-Key: 5f0c") })
        }
    }

    @Test func `retry set: a timeout is retried, a refused connection is not`() async throws {
        var pipeline = RequestPipeline()
        pipeline.transport = CurlTransport(idleTimeout: .seconds(1))
        try await pipeline.run { _, number in
            number == 0 ? Answer([], ending: .hang) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(server.heads.count >= 2)
        }
        let clock = InstantClock()
        let port = try UnservedPort()
        defer { port.giveBack() }
        try await RequestPipeline(clock: clock).run { client, _ async throws in
            #expect(await RequestPipeline.failure(of: client, at: port.url)?.kind == .refused)
            #expect(clock.sleeps.isEmpty)
        }
    }
}
