import Repository
import Testing

/// The field `Retry-After`, over real HTTP.
@Suite struct RetryAfterFieldTests {
    private typealias Answer = LoopbackServer.Answer

    @Test(arguments: ["7", "Tue, 14 Nov 2023 22:13:27 GMT"])
    func `retry-after: the client waits for the seconds or until the date`(value: String) async throws {
        let clock = InstantClock()
        try await RequestPipeline(clock: clock).run { _, number in
            number == 0 ? Answer(503, ["Retry-After: \(value)"], body: []) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(clock.sleeps == [.seconds(7)])
        }
    }

    @Test func `retry-after: a wait beyond the deadline ends the request at once`() async throws {
        let clock = InstantClock()
        try await RequestPipeline(clock: clock).run { _, _ in
            Answer(429, ["Retry-After: 61"], body: [])
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 429)
            #expect(clock.sleeps.isEmpty)
            #expect(server.heads.count == 1)
        }
    }
}
