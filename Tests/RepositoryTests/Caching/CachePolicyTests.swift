import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct CachePolicyTests {
    private let dao = SQLiteContactDAO.temporary()
    private let time = MovableDate()
    private let query = ContactQuery(limit: 100)
    private let hour = CachePolicy.cacheFirst(maxAge: .seconds(3600))

    private func repository(_ api: StubContactAPI) -> CachingContactRepository {
        CachingContactRepository(dao: dao, api: api, pageSize: 3, now: { [time] in time.date })
    }

    /// A repository whose API gives these answers, people by their last names, one after the other.
    private func repository(_ answers: Result<[String], RepositoryError>...) -> CachingContactRepository {
        let rest = Mutex(answers[...])
        return repository(
            StubContactAPI { _ in
                let names = try rest.withLock { $0.removeFirst() }.get()
                let people = names.enumerated().map { index, name in
                    RemotePerson.sample(name, index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
                }
                return RemotePage(people: people, source: ContactSource(version: "1.4", seed: "abc"), validator: "v")
            }
        )
    }

    @Test(arguments: [
        (RepositoryError.Code.network, true), (.server, true), (.rateLimited, true), (.unauthorized, true),
        (.invalidConfiguration, false), (.inputOutput, false),
    ])
    func `the store stands in for servers, not for users`(code: RepositoryError.Code, isAnswered: Bool) async throws {
        let error = RepositoryError(code, "x")
        let repository = repository(.failure(error), .success(["a"]), .failure(error), .failure(error))
        await #expect(throws: error) { try await repository.contacts(query, policy: hour) }
        #expect(try await repository.contacts(query, policy: hour).lastNames == ["a"], "a failure is not cached")
        time.advance(7200)
        await #expect(throws: error) { try await repository.contacts(query, policy: .networkOnly) }
        var page: ContactPage?
        let thrown = await repositoryError { page = try await repository.contacts(query, policy: hour) }
        #expect(thrown == (isAnswered ? nil : error))
        #expect(page?.lastNames == (isAnswered ? ["a"] : nil))
        #expect(page?.notices == (isAnswered ? [.stale(age: .seconds(7200), cause: error)] : nil))
    }

    @Test func `a fetch is cancelled with its last reader`() async throws {
        let (requests, asked) = AsyncStream<Void>.makeStream()
        let never = AsyncStream<Void>.makeStream()
        let cancelled = Mutex(false)
        let repository = repository(
            StubContactAPI { _ in
                asked.yield()
                // Only the cancellation ends it.
                for await _ in never.stream {}
                cancelled.withLock { $0 = Task.isCancelled }
                throw CancellationError()
            }
        )
        let reading = Task { [query] in try await repository.contacts(query, policy: .networkOnly) }
        for await _ in requests { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        while !cancelled.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
        #expect(cancelled.withLock { $0 })
    }
}
