import Repository
import Testing

/// Waits before retries, and the number of retries, over real HTTP.
@Suite struct BackoffTests {
    private typealias Answer = LoopbackServer.Answer

    @Test func `backoff: the waits double until the deadline`() async throws {
        let clock = InstantClock()
        try await RequestPipeline(limit: 9, clock: clock, random: 1).run { _, _ in
            Answer(503, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url, timeout: .seconds(3))).status == 503)
            #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500), .seconds(1)])
            #expect(server.heads.count == 4)
        }
    }

    @Test func `backoff: all requests together retry no more than the budget allows`() async throws {
        try await RequestPipeline(budget: 4).run { _, _ in
            Answer(503, text: "{}")
        } _: { client, server async throws in
            for _ in 0..<5 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.heads.count == 5 + 4)
        }
    }

    @Test func `backoff: answers return retries to the budget`() async throws {
        try await RequestPipeline(budget: 1).run { _, number in
            Answer((1...5).contains(number - 1) ? 200 : 503, text: "{}")
        } _: { client, server async throws in
            // Requests 0 and 1 fail and spend the budget; 2 to 6 earn one; 7 and 8 fail and spend it again.
            for _ in 0..<7 { _ = try await client.send(HTTPRequest(url: server.url)) }
            #expect(server.heads.count == 9)
        }
    }

    @Test func `backoff: jitter shortens the waits, and the limit bounds their number`() async throws {
        let clock = InstantClock()
        try await RequestPipeline(limit: 2, clock: clock, random: 0.5).run { _, _ in
            Answer(503, text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 503)
            #expect(clock.sleeps == [.milliseconds(125), .milliseconds(250)])
            #expect(server.heads.count == 3)
        }
    }
}
