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
