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

    @Test func `an empty store is filled with one page, once`() async throws {
        #expect(try await repository.contacts(query, policy: hour).contacts.count == 3)
        time.advance(3599)
        #expect(try await repository.contacts(query, policy: hour).contacts.count == 3)
        #expect(api.requests == [.init(page: 1, results: 3, seed: "abc")])
    }

    @Test func `an empty store stays empty under cacheOnly`() async throws {
        #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.isEmpty)
        #expect(api.requests.isEmpty)
    }

    @Test func `an expired store refreshes the pages that it holds`() async throws {
        for try await _ in repository.synchronize(SyncRequest(results: 2, pages: 3)) {}
        time.advance(3600)
        #expect(try await repository.contacts(query, policy: hour).contacts.count == 6)
        #expect(api.requests.map(\.page) == [1, 2, 3, 1, 2, 3])
        #expect(Set(api.requests.map(\.results)) == [2])
        _ = try await repository.contacts(query, policy: hour)
        #expect(api.requests.count == 6)
    }

    @Test func `of two held pages with one number only the larger is refreshed`() async throws {
        for try await _ in repository.synchronize(SyncRequest(results: 2, pages: 1)) {}
        for try await _ in repository.synchronize(SyncRequest(results: 5, pages: 1)) {}
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
        var done: [Int] = []
        for try await progress in repository.synchronize(SyncRequest(results: 1, pages: 3)) {
            done.append(progress.pagesDone)
        }
        #expect(done == [1, 2, 3])
        #expect(api.requests.map(\.page) == [1, 2, 3])
    }

    @Test func `a store of typed contacts is not filled from the API`() async throws {
        _ = try await repository.apply([.add(.sample("typed"))], title: "add")
        #expect(try await repository.contacts(query, policy: .cacheFirst(maxAge: .zero)).contacts.count == 1)
        #expect(api.requests.isEmpty)
    }

    @Test func `a time in the future counts as expired`() async throws {
        _ = try await repository.contacts(query, policy: hour)
        time.advance(-86_400)
        _ = try await repository.contacts(query, policy: hour)
        #expect(api.requests.count == 2)
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

    @Test(arguments: [0, -1, Int.min])
    func `a limit below 1 is refused`(limit: Int) async {
        let error = await repositoryError {
            _ = try await repository.contacts(ContactQuery(limit: limit), policy: .cacheOnly)
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func `notices of the API reach the page`() async throws {
        let notice = RepositoryNotice.unreadablePerson(page: 1, index: 4, reason: "x")
        let source = ContactSource(version: "1.4", seed: "abc")
        let api = StubContactAPI { _ in RemotePage(people: [.sample("a")], source: source, notices: [notice]) }
        #expect(try await Self.repository(api, dao, time).contacts(query, policy: hour).notices == [notice])
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
        var progress: [SyncProgress] = []
        for try await step in repository.synchronize(SyncRequest(results: 3, pages: 1)) { progress.append(step) }
        #expect(progress == [SyncProgress(pagesDone: 1, pagesTotal: 1, people: 2)])
        // After a week the request is unconditional.
        time.advance(604_800)
        _ = try await repository.contacts(query, policy: hour)
        #expect(api.requests.map(\.validator) == [nil, "v1", "v1", nil])
    }

    @Test func `a page that is confirmed day after day is fetched whole after a week`() async throws {
        let source = ContactSource(version: "1.4", seed: "abc")
        let api = StubContactAPI { request in
            request.validator == "v1" ? nil : RemotePage(people: [.sample("a")], source: source, validator: "v1")
        }
        let repository = Self.repository(api, dao, time)
        _ = try await repository.contacts(query, policy: hour)
        for _ in 1...7 {
            time.advance(86_400)
            _ = try await repository.contacts(query, policy: hour)
        }
        #expect(api.requests.map(\.validator) == [nil] + Array(repeating: "v1", count: 6) + [nil])
    }

    @Test func `a sync fetches the missing pages, or refreshes all when none is missing`() async throws {
        func sync(_ pages: Int) async throws -> [SyncProgress] {
            var all: [SyncProgress] = []
            for try await progress in repository.synchronize(SyncRequest(results: 2, pages: pages)) {
                all.append(progress)
            }
            return all
        }
        #expect(
            try await sync(2) == [
                SyncProgress(pagesDone: 1, pagesTotal: 2, people: 2),
                SyncProgress(pagesDone: 2, pagesTotal: 2, people: 4),
            ]
        )
        #expect(try await sync(4).last == SyncProgress(pagesDone: 2, pagesTotal: 2, people: 4))
        #expect(try await sync(4).last == SyncProgress(pagesDone: 4, pagesTotal: 4, people: 8))
        #expect(api.requests.map(\.page) == [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 8)
    }

    @Test func `a failed sync keeps its pages and is continued from there`() async throws {
        let failure = RepositoryError(.network, "down")
        let isDown = Mutex(true)
        let source = ContactSource(version: "1.4", seed: "abc")
        let api = StubContactAPI { request in
            if request.page == 3, isDown.withLock({ $0 }) { throw failure }
            return RemotePage(people: [.sample("\(request.page)")], source: source)
        }
        let repository = Self.repository(api, dao, time)
        await #expect(throws: failure) {
            for try await _ in repository.synchronize(SyncRequest(results: 1, pages: 4)) {}
        }
        #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 2)
        isDown.withLock { $0 = false }
        for try await _ in repository.synchronize(SyncRequest(results: 1, pages: 4)) {}
        #expect(api.requests.map(\.page) == [1, 2, 3, 3, 4])
    }

    @Test(arguments: [(0, 1), (5001, 1), (1, 0), (1, 10_001), (-1, -1)])
    func `a sync of invalid size is refused`(results: Int, pages: Int) async {
        let error = await repositoryError {
            for try await _ in repository.synchronize(SyncRequest(results: results, pages: pages)) {}
        }
        #expect(error?.code == .invalidInput)
    }

    @Test func `later requests use the seed that the server chose`() async throws {
        let chosen = ContactSource(version: "1.4", seed: "chosen")
        let api = StubContactAPI(source: ContactSource(version: "1.4")) { request in
            RemotePage(people: [.sample("\(request.page)")], source: chosen)
        }
        let repository = Self.repository(api, dao, time)
        for try await _ in repository.synchronize(SyncRequest(results: 1, pages: 2)) {}
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(api.requests.map(\.seed) == ["", "chosen", "chosen", "chosen"])
    }

    @Test func `a contact is found by a unique prefix of its identifier`() async throws {
        let people = ["ab", "abc", "abd", "x"].enumerated().map { RemotePerson.sample($1, index: $0, uuid: .some($1)) }
        _ = try await dao.store(.sample(people))
        #expect(try await repository.contact(matching: "x").name.last == "Last x")
        #expect(try await repository.contact(matching: "abc").id.rawValue == "abc")
        #expect(try await repository.contact(matching: "ab").id.rawValue == "ab")
        let ambiguous = await repositoryError { _ = try await repository.contact(matching: "a") }
        #expect(ambiguous?.code == .ambiguous)
        #expect(ambiguous?.candidates.map(\.id.rawValue) == ["ab", "abc", "abd"])
        #expect(await repositoryError { _ = try await repository.contact(matching: "y") }?.code == .notFound)
        #expect(await repositoryError { _ = try await repository.contact(matching: "") }?.code == .invalidInput)
    }

    @Test func `an ambiguous prefix names ten candidates`() async throws {
        _ = try await dao.store(.sample((0..<15).map { .sample("\($0)", index: $0) }))
        let error = await repositoryError { _ = try await repository.contact(matching: "uuid") }
        #expect(error?.candidates.count == 10)
        #expect(error?.message.contains("more than 10") == true)
        #expect(error?.description.contains("Last") == false)
    }
}
