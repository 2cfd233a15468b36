import Repository
import Testing

/// What a server's wish to be left alone does, over real HTTP.
@Suite struct RetryAfterFieldTests {
    private typealias Answer = LoopbackServer.Answer

    @Test(arguments: ["7", "Tue, 14 Nov 2023 22:13:27 GMT"])
    func `retry-after: seconds and dates are waited for`(value: String) async throws {
        let clock = InstantClock()
        try await RequestPipeline(clock: clock).run { _, number in
            number == 0 ? Answer(503, ["Retry-After: \(value)"], body: []) : Answer(text: "{}")
        } _: { client, server async throws in
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(clock.sleeps == [.seconds(7)])
        }
    }

    @Test func `retry-after: beyond the deadline nothing is waited for`() async throws {
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
