import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

/// The responses of observed queries and their order.
@Suite(.watched) struct ContactObserverTests {
    private let dao = InMemoryContactDAO()
    private let api = ScriptedAPI()
    private let time = MovableDate()
    private let query = ContactQuery(limit: 100)
    private let hour = CachePolicy.cacheFirst(maxAge: .seconds(3600))
    private let down = RepositoryError(.network, "down")

    private func repository(clock: StepClock = StepClock()) -> CachingContactRepository {
        CachingContactRepository(
            dao: dao,
            api: api,
            pageSize: 3,
            clock: clock,
            now: { [time] in time.date }
        )
    }

    /// Fills the store by a refresh.
    private func fill(_ repository: CachingContactRepository, _ names: [String] = ["a", "b"]) async throws {
        api.answer(.people(names))
        _ = try await repository.contacts(query, policy: .networkOnly)
        await api.isAsked()
    }

    private func rename(_ repository: CachingContactRepository, _ id: String = "id-0", to name: String) async throws {
        _ = try await repository.update(ContactID(rawValue: id), with: ContactEdit(lastName: name))
    }

    @Test func `the network once, then the store, then the network under networkOnly`() async throws {
        let repository = repository()
        api.answer(.people(["a"]))
        var first = Following(repository.observe(query, policy: hour))
        #expect(await first.next(2) == [.loading, .page(["a"], .network)])
        var second = Following(repository.observe(query, policy: hour))
        #expect(await second.next() == [.page(["a"], .store)])
        api.answer(.people(["b"]))
        var fresh = Following(repository.observe(query, policy: .networkOnly))
        #expect(await fresh.next(2) == [.loading, .page(["b"], .network)])
        var last = Following(repository.observe(query, policy: hour))
        #expect(await last.next() == [.page(["b"], .store)])
        #expect(api.requests == 2)
    }

    @Test func `an undo and a redo are responses, too`() async throws {
        let repository = repository()
        try await fill(repository)
        try await rename(repository, to: "x")
        var following = Following(repository.observe(query, policy: .cacheOnly))
        #expect(await following.next() == [.page(["b", "x"], .store)])
        #expect(try await repository.undo(steps: 1).count == 1)
        #expect(await following.next() == [.page(["a", "b"], .store)])
        #expect(try await repository.redo(steps: 1).count == 1)
        #expect(await following.next() == [.page(["b", "x"], .store)])
    }

    @Test func `the stored page, then the refreshed one`() async throws {
        let repository = repository()
        try await fill(repository)
        api.answer(.people(["c"]))
        var following = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await following.next(3) == [.page(["a", "b"], .store), .loading, .page(["b", "c"], .network)])
    }

    @Test func `a write during a refresh is a response before the refreshed page`() async throws {
        let repository = repository()
        try await fill(repository)
        var following = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await following.next(2) == [.page(["a", "b"], .store), .loading])
        try await rename(repository, to: "x")
        #expect(await following.next() == [.page(["b", "x"], .store)])
        try await rename(repository, to: "y")
        #expect(await following.next() == [.page(["b", "y"], .store)])
        api.answer(.people(["a", "c"]))
        let rest = await following.until { if case .page(_, .network, _) = $0 { true } else { false } }
        #expect(rest.last == .page(["c", "y"], .network))
        try await rename(repository, to: "z")
        #expect(await following.next() == [.page(["c", "z"], .store)])
    }

    @Test func `a failure is a response, and so is a later write`() async throws {
        let repository = repository()
        try await fill(repository)
        api.answer(.failure(down))
        var following = Following(repository.observe(query, policy: .networkOnly))
        #expect(await following.next(2) == [.loading, .failure(.network)])
        try await rename(repository, to: "x")
        #expect(await following.next() == [.page(["b", "x"], .store)])
        api.answer(.people(["a", "c"]))
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(await following.next() == [.page(["c", "x"], .store)])
    }

    @Test func `an unchanged answer is followed by the stored page`() async throws {
        let repository = repository()
        try await fill(repository)
        api.answer(.unchanged)
        var fresh = Following(repository.observe(query, policy: .networkOnly))
        #expect(await fresh.next(2) == [.loading, .page(["a", "b"], .network)])
        api.answer(.unchanged)
        var cached = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await cached.next(3) == [.page(["a", "b"], .store), .loading, .page(["a", "b"], .network)])
    }

    @Test func `an observer that does not refresh gets the fetches of others`() async throws {
        let repository = repository()
        try await fill(repository)
        var following = Following(repository.observe(query, policy: hour))
        #expect(await following.next() == [.page(["a", "b"], .store)])
        api.answer(.people(["a", "c"]))
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(
            await following.next().first.map { if case .page(["a", "c"], _, _) = $0 { true } else { false } } == true
        )
    }

    @Test func `a slow consumer gets the newest page only`() async throws {
        let repository = repository()
        try await fill(repository)
        var slow = Following(repository.observe(query, policy: .cacheOnly))
        var quick = Following(repository.observe(query, policy: .cacheOnly))
        _ = await slow.next()
        _ = await quick.next()
        for name in ["x", "y", "z"] {
            try await rename(repository, to: name)
            #expect(await quick.next() == [.page(["b", name], .store)])
        }
        #expect(await slow.next() == [.page(["b", "z"], .store)])
    }

    @Test func `the first observer gets both fetches, the second the stored page and its own`()
        async throws
    {
        let repository = repository()
        api.answer(.people(["a"]))
        var first = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await first.next(2) == [.loading, .page(["a"], .network)])
        api.answer(.people(["b"]))
        var second = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await second.next(3) == [.page(["a"], .store), .loading, .page(["b"], .network)])
        #expect(await first.next() == [.page(["b"], .store)])
    }

    @Test func `an unexpected error of the API is a failure, and nothing hangs`() async {
        struct Surprise: Error {}
        let api = StubContactAPI { _ in throw Surprise() }
        let repository = CachingContactRepository(dao: dao, api: api, pageSize: 3, clock: StepClock())
        var following = Following(repository.observe(query, policy: .networkOnly))
        #expect(await following.next(2) == [.loading, .failure(.internal)])
    }

    @Test func `stored contacts follow a failure if the policy allows it`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(7200)
        for policy in [CachePolicy.networkFirst(fallback: true), hour, .cacheThenRefresh] {
            api.answer(.failure(down))
            var following = Following(repository.observe(query, policy: policy))
            let answers = await following.until { if case .page(_, _, isStale: true) = $0 { true } else { false } }
            #expect(answers.last == .page(["a", "b"], .store, isStale: true))
        }
        for policy in [CachePolicy.networkFirst(fallback: false), .networkOnly] {
            api.answer(.failure(down))
            var following = Following(repository.observe(query, policy: policy))
            #expect(await following.next(2) == [.loading, .failure(.network)])
        }
    }

    @Test func `an empty store is an empty page, without a fetch`() async {
        var following = Following(repository().observe(query, policy: .cacheOnly))
        #expect(await following.next() == [.page([], .store)])
        #expect(api.requests == 0)
    }

    @Test func `stored contacts are returned whatever their age`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(1_000_000)
        var following = Following(repository.observe(query, policy: .cacheOnly))
        #expect(await following.next() == [.page(["a", "b"], .store)])
        #expect(api.requests == 1)
    }

    @Test func `an expired page is fetched again`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(3600)
        api.answer(.people(["a", "c"]))
        var following = Following(repository.observe(query, policy: hour))
        #expect(await following.next(3).last == .page(["a", "c"], .network))
    }

    @Test func `a fetch is cancelled with its last consumer`() async throws {
        let repository = repository()
        let following = Task { [query] in
            for await _ in repository.observe(query, policy: .networkOnly) {}
        }
        await api.isAsked()
        following.cancel()
        await following.cancellableValue
        // The scripted API counts a request as cancelled only when it is.
        while api.cancelled == 0, !Task.isCancelled { await Task.yield() }
        #expect(api.requests == 1)
        #expect(api.cancelled == 1)
    }

    @Test func `a write that does not change the page is no response`() async throws {
        let repository = repository()
        try await fill(repository)
        let only = ContactQuery(limit: 10, filter: ContactFilter(text: "b"))
        var following = Following(repository.observe(only, policy: .cacheOnly))
        #expect(await following.next() == [.page(["b"], .store)])
        try await rename(repository, to: "x")
        try await rename(repository, "id-1", to: "bb")
        #expect(await following.next() == [.page(["bb"], .store)])
    }

    @Test func `the last page of a refresh is one response, also when the refresh ends later`() async throws {
        let store = ObservedStore()
        let observer = ContactObserver(store.source, policy: .cacheThenRefresh)
        var following = Following(AsyncStream { await observer.next() })
        #expect(await following.next(2) == [.page(["0"], .store), .loading])
        store.write(isLastPage: true)
        async let response = { [following] in
            var following = following
            return await following.next()
        }()
        // Time in which an observer that knows of no last page reads and tells it.
        for _ in 0..<1000 { await Task.yield() }
        store.end(.success([]))
        #expect(await response == [.page(["1"], .network)])
    }

    @Test func `a write before a failure of the refresh is a response after it`() async throws {
        let store = ObservedStore()
        let observer = ContactObserver(store.source, policy: .cacheThenRefresh)
        var following = Following(AsyncStream { await observer.next() })
        #expect(await following.next(2) == [.page(["0"], .store), .loading])
        store.end(.failure(down))
        await store.hasEnded()
        store.write()
        let answers = await following.until { if case .page(["1"], _, _) = $0 { true } else { false } }
        #expect(answers.contains(.failure(.network)))
    }

    @Test func `observing with a limit of 0 is refused`() async {
        var following = Following(repository().observe(ContactQuery(limit: 0), policy: .cacheOnly))
        #expect(await following.next() == [.failure(.invalidInput)])
    }

    @Test func `each write of the store is told, whichever process made it`() async throws {
        try await withDatabasePath { path in
            let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
            let clock = StepClock()
            let repository = CachingContactRepository(dao: own, api: api, pageSize: 3, clock: clock)
            let changes = repository.storeChanges()
            let next: @Sendable () async -> Bool = {
                var iterator = changes.makeAsyncIterator()
                return await iterator.next() != nil
            }
            async let first = next()
            await clock.hasSleeper()
            _ = try await others.store(.sample([.sample("a")]))
            clock.advance(by: .milliseconds(500))
            #expect(await first)
            async let second = next()
            await clock.hasSleeper()
            let stored = try #require(try await own.contacts(ContactQuery(limit: 1)).contacts.first)
            _ = try await repository.apply([.remove(stored.id)], title: "remove")
            #expect(await second)
            let third = Task { await next() }
            await clock.hasSleeper()
            third.cancel()
            #expect(await third.value == false)
            await own.close()
            await others.close()
        }
    }

    @Test func `polling finds the writes of another process`() async throws {
        try await withDatabasePath { path in
            let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
            let clock = StepClock()
            let repository = CachingContactRepository(
                dao: own,
                api: api,
                pageSize: 3,
                clock: clock
            )
            var following = Following(repository.observe(query, policy: .cacheOnly))
            #expect(await following.next() == [.page([], .store)])
            // The other store creates the file.
            _ = try await others.store(.sample([.sample("a")]))
            async let response = { [following] in
                var following = following
                return await following.next()
            }()
            await clock.hasSleeper()
            clock.advance(by: .milliseconds(500))
            #expect(await response == [.page(["Last a"], .store)])
            #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 1)
            _ = try await others.store(.sample([.sample("a"), .sample("b", index: 1)], at: 2000))
            #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 2)
            await own.close()
            await others.close()
        }
    }
}

/// A store of one contact, named after the number of writes, with a refresh that ends when the test says so.
private final class ObservedStore: Sendable {
    private let writes = ChangeSignal()
    private let lastPages = ChangeSignal()
    private let ended = ChangeSignal()
    private let taken = ChangeSignal()
    private let result = Mutex<Result<[RepositoryNotice], RepositoryError>>(.success([]))

    /// Writes, as the refresh's last page or as another change.
    func write(isLastPage: Bool = false) {
        if isLastPage { lastPages.send() }
        writes.send()
    }

    /// Ends the refresh.
    func end(_ result: Result<[RepositoryNotice], RepositoryError>) {
        self.result.withLock { $0 = result }
        ended.send()
    }

    /// Waits until the refresh returns its result.
    func hasEnded() async {
        await taken.wait(after: 0)
    }

    var source: ContactObserver.Source {
        ContactObserver.Source(
            read: { [self] in
                ContactPage(contacts: [.sample("0") { $0.name.last = "\(writes.count)" }])
            },
            hasPeople: { true },
            needsRefresh: { true },
            refresh: { [self] in
                await ended.wait(after: 0)
                defer { taken.send() }
                return try result.withLock { $0 }.get()
            },
            fallback: { throw $0 },
            revision: { [self] in StoreRevision(own: Int64(writes.count)) },
            change: { [self] _, seen in await writes.wait(after: seen) },
            changeCount: { [self] in writes.count },
            lastPageCount: { [self] in lastPages.count }
        )
    }
}
