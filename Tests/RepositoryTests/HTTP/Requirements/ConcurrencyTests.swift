import Repository
import RepositoryDoubles
import Synchronization
import Testing

/// The order of a sync's requests, over real HTTP.
@Suite struct ConcurrencyTests {
    private typealias Answer = LoopbackServer.Answer

    /// Counts the requests that are in flight at once.
    private final class Meter: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        var most: Int { counts.withLock { $0.most } }

        func during<Result>(_ body: () -> Result) -> Result {
            counts.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            defer { counts.withLock { $0.now -= 1 } }
            return body()
        }
    }

    private static func person(_ number: Int) -> Answer {
        Answer(
            text: """
                {"results":[{"nat":"US","login":{"uuid":"u-\(number)"},"name":{"first":"Ada","last":"L\(number)"}}]}
                """
        )
    }

    @Test func `concurrency: pages are requested one at a time and stored in order`() async throws {
        let meter = Meter()
        try await withTransport { _, number in
            meter.during { Self.person(number) }
        } _: { transport, server async throws in
            let api = RandomUserContactAPI(
                settings: APISettings(seed: "abc", retryLimit: 0, endpoint: { server.url }),
                transport: transport
            )
            let repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: api, pageSize: 1)
            var progress: [Int] = []
            for try await step in repository.synchronize(SyncRequest(results: 1, pages: 6)) {
                progress.append(step.pagesDone)
            }
            #expect(progress == [1, 2, 3, 4, 5, 6])
            #expect(server.targets == (1...6).map { "/?results=1&page=\($0)&seed=abc" })
            let people = try await repository.contacts(ContactQuery(limit: 100), policy: .cacheOnly)
            #expect(people.lastNames == (0..<6).map { "L\($0)" })
        }
        #expect(meter.most == 1)
    }
}
