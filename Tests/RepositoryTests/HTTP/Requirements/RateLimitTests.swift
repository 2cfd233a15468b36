import RandomUserServer
import Repository
import Testing

/// A rate limit as randomuser.me reports it: 429 without `Retry-After`.
@Suite struct RateLimitTests {
    @Test func `429: without Retry-After the request is retried with backoff, then reported with the server's words`()
        async throws
    {
        let clock = InstantClock()
        let retries = RetryPolicy(limit: 3, clock: clock, random: { 1 }, date: { 0 })
        let options = ServerOptions(budget: UserBudget(limit: 10, window: .seconds(300)))
        try await ServedAPI(options: options, retries: retries).run { api, server async throws in
            _ = try await api.people(onPage: 1, results: 10, seed: "abc", unless: nil)
            let error = await repositoryError {
                _ = try await api.people(onPage: 2, results: 10, seed: "abc", unless: nil)
            }
            #expect(error?.code == .rateLimited)
            #expect(error?.message.contains("You've requested 10 users in the last minute") == true)
            #expect(error?.message.contains("Try again in some minutes") == true)
            #expect(server.requests.map(\.status) == [200, 429, 429, 429, 429])
            #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500), .seconds(1)])
        }
    }
}
