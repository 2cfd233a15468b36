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

    /// Syncs pages of one person from a server with these answers; returns its progress.
    private func sync(
        pages: Int,
        _ answer: @escaping @Sendable (_ number: Int) -> Answer
    ) async throws -> (progress: [Int], targets: [String], names: [String?], error: RepositoryError?) {
        let transport = CurlTransport()
        return try await LoopbackServer.answering { _, number in answer(number) }.run { server async throws in
            let api = RandomUserContactAPI(
                settings: APISettings(seed: "abc", retryLimit: 0, endpoint: { server.url }),
                transport: transport
            )
            let repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: api, pageSize: 1)
            var progress: [Int] = []
            let error = await repositoryError {
                for try await step in repository.synchronize(SyncRequest(results: 1, pages: pages)) {
                    progress.append(step.pagesDone)
                }
            }
            let people = try await repository.contacts(ContactQuery(limit: 100), policy: .cacheOnly)
            await transport.shutdown()
            return (progress, server.targets, people.contacts.map(\.name.last), error)
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
        let (progress, targets, names, error) = try await sync(pages: 6) { number in
            meter.during { Self.person(number) }
        }
        #expect(error == nil)
        #expect(progress == [1, 2, 3, 4, 5, 6])
        #expect(targets == (1...6).map { "/?results=1&page=\($0)&seed=abc" })
        #expect(names == (0..<6).map { "L\($0)" })
        #expect(meter.most == 1)
    }

    @Test func `concurrency: the first lasting error ends the sync and keeps the pages before it`() async throws {
        let (progress, targets, names, error) = try await sync(pages: 6) { number in
            number == 2 ? Answer(404, text: "{}") : Self.person(number)
        }
        #expect(error?.code == .server)
        #expect(progress == [1, 2])
        #expect(targets.count == 3)
        #expect(names == ["L0", "L1"])
    }
}
