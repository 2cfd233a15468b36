import Foundation
import RandomUserServer
import Synchronization
import Testing

@Suite struct BudgetLedgerTests {
    /// A clock that a test advances.
    private final class HandClock: Sendable {
        private let seconds = Mutex(1_700_000_000.0)

        func advance(by step: Double) { seconds.withLock { $0 += step } }

        var now: @Sendable () -> Date { { Date(timeIntervalSince1970: self.seconds.withLock(\.self)) } }
    }

    @Test func `when too many people were requested, requests are refused until the window ends`() async throws {
        let clock = HandClock()
        let options = ServerOptions(budget: UserBudget(limit: 20, window: .seconds(300)), now: clock.now)
        try await withServer(options) { _, client in
            // The budget is checked before the request is added to it.
            for results in [15, 10] {
                let answer = try await client.send("/api/?results=\(results)&inc=nat")
                #expect(answer.status == 200)
            }
            let refused = try await client.send("/api/?inc=nat")
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == nil)
            #expect(refused.headers["content-type"] == "application/json; charset=utf-8")
            #expect(refused.text.contains("You've requested 25 users in the last minute."))
            clock.advance(by: 299)
            let early = try await client.send("/api/?inc=nat")
            #expect(early.status == 429)
            clock.advance(by: 1)
            let later = try await client.send("/api/?inc=nat")
            #expect(later.status == 200)
        }
    }

    @Test func `a 304 is charged to the budget as well`() async throws {
        try await withServer(ServerOptions(budget: UserBudget(limit: 10, window: .seconds(300)))) { _, client in
            let first = try await client.send("/api/?results=5&seed=abc")
            let tag = try #require(first.headers["etag"])
            let second = try await client.send("/api/?results=5&seed=abc", headers: ["If-None-Match": tag])
            #expect(second.status == 304)
            let third = try await client.send("/api/?results=5&seed=abc", headers: ["If-None-Match": tag])
            #expect(third.status == 429)
        }
    }
}
