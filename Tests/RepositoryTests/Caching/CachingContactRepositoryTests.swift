import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct CachingContactRepositoryTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let dao = SQLiteContactDAO.temporary()
    private let time = MovableDate()
    private let query = ContactQuery(limit: 100)
    private let hour = CachePolicy.cacheFirst(maxAge: .seconds(3600))
    private let api = StubContactAPI()
    private let repository: CachingContactRepository

    init() { repository = Self.repository(api, dao, time) }

    private static func repository(_ api: StubContactAPI, _ dao: SQLiteContactDAO, _ time: MovableDate)
        -> CachingContactRepository
    {
        CachingContactRepository(dao: dao, api: api, pageSize: 3, now: { time.date })
    }

    /// Synchronizes, and returns what was told.
    @discardableResult
    private func sync(
        _ repository: CachingContactRepository? = nil,
        results: Int,
        pages: Int
    ) async throws -> [SyncProgress] {
        var all: [SyncProgress] = []
        let request = SyncRequest(results: results, pages: pages)
        for try await progress in (repository ?? self.repository).synchronize(request) { all.append(progress) }
        return all
    }

    @Test func `a store that has expired refreshes the pages that it holds`() async throws {
        try await sync(results: 2, pages: 3)
        time.advance(3600)
        #expect(try await repository.contacts(query, policy: hour).contacts.count == 6)
        #expect(api.requests.map(\.page) == [1, 2, 3, 1, 2, 3])
        #expect(Set(api.requests.map(\.results)) == [2])
        _ = try await repository.contacts(query, policy: hour)
        #expect(api.requests.count == 6)
        // A time in the future counts as expired.
        time.advance(-86_400)
        _ = try await repository.contacts(query, policy: hour)
        #expect(api.requests.count == 9)
    }

    @Test func `of two held pages with one number only the larger is refreshed`() async throws {
        for results in [2, 5] { try await sync(results: results, pages: 1) }
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(api.requests.map(\.results) == [2, 5, 5])
    }

    @Test func `the next page is requested while one is stored`() async throws {
        let dao = SQLiteContactDAO(path: path)
        _ = try await dao.store(.sample([.sample("a")]))
        // Storing the first page waits until the second is requested.
        let blocker = Mutex(try SQLiteConnection(path: path, mode: .readWrite))
        try blocker.withLock { try $0.execute("BEGIN IMMEDIATE") }
        let inFlight = Mutex(0)
        let api = StubContactAPI { request in
            inFlight.withLock { $0 += 1 }
            await Task.yield()
            #expect(inFlight.withLock { $0 } == 1, "one request at a time")
            inFlight.withLock { $0 -= 1 }
            if request.page == 2 { try blocker.withLock { try $0.execute("ROLLBACK") } }
            return RemotePage(people: [.sample("\(request.page)")], source: ContactSource(seed: "abc"))
        }
        let repository = CachingContactRepository(dao: dao, api: api, pageSize: 1)
        #expect(try await sync(repository, results: 1, pages: 3).map(\.pagesDone) == [1, 2, 3])
        #expect(api.requests.map(\.page) == [1, 2, 3])
    }

    @Test func `a store of typed contacts is not filled from the API`() async throws {
        _ = try await repository.apply([.add(.sample("typed"))], title: "add")
        #expect(try await repository.contacts(query, policy: .cacheFirst(maxAge: .zero)).contacts.count == 1)
        #expect(api.requests.isEmpty)
    }

    @Test func `pages after the first never use the network`() async throws {
        let first = try await repository.contacts(ContactQuery(limit: 2), policy: hour)
        time.advance(7200)
        for policy in [hour, .networkOnly, .cacheOnly] {
            let rest = try await repository.contacts(ContactQuery(limit: 2, after: first.next), policy: policy)
            #expect(rest.contacts.count == 1)
            #expect(rest.next == nil)
        }
        #expect(api.requests.count == 1)
    }

    @Test func `an unchanged page is fresh again after a conditional request`() async throws {
        let source = ContactSource(version: "1.4", seed: "abc")
        let people = [RemotePerson.sample("a"), .sample("b", index: 1)]
        let api = StubContactAPI { request in
            request.validator == "v1" ? nil : RemotePage(people: people, source: source, validator: "v1")
        }
        let repository = Self.repository(api, dao, time)
        let before = try await repository.contacts(query, policy: hour)
        time.advance(3600)
        #expect(try await repository.contacts(query, policy: hour) == before)
        #expect(try await repository.contacts(query, policy: hour) == before)
        #expect(api.requests.map(\.validator) == [nil, "v1"])
        let done = SyncProgress(pagesDone: 1, pagesTotal: 1, people: 2)
        #expect(try await sync(repository, results: 3, pages: 1) == [done])
        // After a week the request is unconditional, although the page was confirmed every day.
        for _ in 1...7 {
            time.advance(86_400)
            _ = try await repository.contacts(query, policy: hour)
        }
        #expect(api.requests.map(\.validator) == [nil] + Array(repeating: "v1", count: 8) + [nil])
    }

    @Test func `a sync fetches the missing pages, or refreshes all when none is missing`() async throws {
        func done(_ pages: Int, of total: Int, _ people: Int) -> SyncProgress {
            SyncProgress(pagesDone: pages, pagesTotal: total, people: people)
        }
        #expect(try await sync(results: 2, pages: 2) == [done(1, of: 2, 2), done(2, of: 2, 4)])
        #expect(try await sync(results: 2, pages: 4).last == done(2, of: 2, 4))
        #expect(try await sync(results: 2, pages: 4).last == done(4, of: 4, 8))
        #expect(api.requests.map(\.page) == [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 8)
    }

    @Test func `later requests use the seed that the server chose`() async throws {
        let chosen = ContactSource(version: "1.4", seed: "chosen")
        let api = StubContactAPI(source: ContactSource(version: "1.4")) { request in
            RemotePage(people: [.sample("\(request.page)")], source: chosen)
        }
        let repository = Self.repository(api, dao, time)
        try await sync(repository, results: 1, pages: 2)
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(api.requests.map(\.seed) == ["", "chosen", "chosen", "chosen"])
    }

    @Test func `a contact is found by a unique prefix of its identifier`() async throws {
        let ids = ["ab", "abc", "abd", "aB", "x"] + (0..<15).map { "uuid-\($0)" }
        _ = try await dao.store(.sample(ids.enumerated().map { .sample($1, index: $0, uuid: .some($1)) }))
        for id in ["x", "abc", "ab", "aB"] { #expect(try await repository.contact(matching: id).id.rawValue == id) }
        #expect(try await dao.contacts(withPrefix: "%", limit: 9).isEmpty)
        for (text, code) in [("a", RepositoryError.Code.ambiguous), ("y", .notFound), ("", .invalidInput)] {
            #expect(await repositoryError { _ = try await repository.contact(matching: text) }?.code == code)
        }
        let few = await repositoryError { _ = try await repository.contact(matching: "a") }
        #expect(few?.candidates.map(\.id) == ["aB", "ab", "abc", "abd"])
        let many = await repositoryError { _ = try await repository.contact(matching: "uuid") }
        #expect(many?.candidates.count == 10 && many?.message.contains("more than 10") == true)
    }

    @Test(arguments: [
        (RepositoryError.Code.network, true), (.server, true), (.rateLimited, true), (.unauthorized, true),
        (.invalidConfiguration, false), (.inputOutput, false),
    ])
    func `the store stands in for servers, not for users`(code: RepositoryError.Code, isAnswered: Bool) async throws {
        let error = RepositoryError(code, "x")
        let answers = Mutex([Result.failure(error), .success("a"), .failure(error), .failure(error)][...])
        let api = StubContactAPI { _ in
            let person = RemotePerson.sample(try answers.withLock { $0.removeFirst() }.get())
            return RemotePage(people: [person], source: ContactSource(version: "1.4", seed: "abc"), validator: "v")
        }
        let repository = Self.repository(api, dao, time)
        await #expect(throws: error) { try await repository.contacts(query, policy: hour) }
        #expect(try await repository.contacts(query, policy: hour).lastNames == ["Last a"], "a failure is not cached")
        time.advance(7200)
        await #expect(throws: error) { try await repository.contacts(query, policy: .networkOnly) }
        var page: ContactPage?
        let thrown = await repositoryError { page = try await repository.contacts(query, policy: hour) }
        #expect(thrown == (isAnswered ? nil : error))
        #expect(page?.lastNames == (isAnswered ? ["Last a"] : nil))
        #expect(page?.notices == (isAnswered ? [.stale(age: .seconds(7200), cause: error)] : nil))
    }

    @Test func `a fetch is cancelled with its last reader`() async throws {
        let (requests, asked) = AsyncStream<Void>.makeStream()
        let never = AsyncStream<Void>.makeStream()
        let cancelled = Mutex(false)
        let api = StubContactAPI { _ in
            asked.yield()
            // Only the cancellation ends it.
            for await _ in never.stream {}
            cancelled.withLock { $0 = Task.isCancelled }
            throw CancellationError()
        }
        let repository = Self.repository(api, dao, time)
        let reading = Task { [query] in try await repository.contacts(query, policy: .networkOnly) }
        for await _ in requests { break }
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        while !cancelled.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
        #expect(cancelled.withLock { $0 })
    }
}
