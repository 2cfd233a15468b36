import Foundation
import RepositoryDoubles
import Testing

@testable import Repository

/// What observers are told, in which order.
@Suite struct ContactObservationTests {
    private let dao = InMemoryContactDAO()
    private let api = ScriptedAPI()
    private let time = MovableDate()
    private let query = ContactQuery(limit: 100)
    private let hour = CachePolicy.cacheFirst(maxAge: .seconds(3600))
    private let down = RepositoryError(.network, "down")

    private func repository(memoryLimit: Int = 1_000_000, clock: StepClock = StepClock()) -> CachingContactRepository {
        CachingContactRepository(
            dao: dao,
            api: api,
            pageSize: 3,
            memoryLimit: memoryLimit,
            clock: clock,
            now: { [time] in time.date }
        )
    }

    /// Puts people into the store, as a refresh did it.
    private func fill(_ repository: CachingContactRepository, _ names: [String] = ["a", "b"]) async throws {
        api.answer(.people(names))
        _ = try await repository.contacts(query, policy: .networkOnly)
        await api.isAsked()
    }

    private func rename(_ repository: CachingContactRepository, _ id: String = "id-0", to name: String) async throws {
        _ = try await repository.update(ContactID(rawValue: id), with: ContactEdit(lastName: name))
    }

    @Test func `behaviour 1: the network once, then memory, then the network when it is asked for`() async throws {
        let repository = repository()
        api.answer(.people(["a"]))
        var first = Following(repository.observe(query, policy: hour))
        #expect(await first.next(2) == [.loading, .page(["a"], .network)])
        var second = Following(repository.observe(query, policy: hour))
        #expect(await second.next() == [.page(["a"], .memory)])
        api.answer(.people(["b"]))
        var fresh = Following(repository.observe(query, policy: .networkOnly))
        #expect(await fresh.next(2) == [.loading, .page(["b"], .network)])
        var last = Following(repository.observe(query, policy: hour))
        #expect(await last.next() == [.page(["b"], .memory)])
        #expect(api.requests == 2)
    }

    @Test func `behaviour 2: without memory the store answers`() async throws {
        let repository = repository(memoryLimit: 0)
        try await fill(repository)
        for _ in 0..<2 {
            var following = Following(repository.observe(query, policy: hour))
            #expect(await following.next() == [.page(["a", "b"], .store)])
        }
        #expect(api.requests == 1)
    }

    @Test func `behaviour 3: what is there, then the network`() async throws {
        let repository = repository(memoryLimit: 0)
        try await fill(repository)
        api.answer(.people(["c"]))
        var following = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await following.next(3) == [.page(["a", "b"], .store), .loading, .page(["b", "c"], .network)])
    }

    @Test func `behaviours 7 and 8: what is written while the network is asked is told before its answer`() async throws
    {
        let repository = repository(memoryLimit: 0)
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

    @Test func `behaviours 9 and 24: a failure is told, and what is written later still is`() async throws {
        let repository = repository()
        try await fill(repository)
        api.answer(.failure(down))
        var following = Following(repository.observe(query, policy: .networkOnly))
        #expect(await following.next(2) == [.loading, .failure(.network)])
        try await rename(repository, to: "x")
        #expect(await following.next() == [.page(["b", "x"], .store)])
        api.answer(.people(["a", "c"]))
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(await following.next() == [.page(["c", "x"], .memory)])
    }

    @Test func `behaviours 10 and 11: when nothing is new the stored people are told after the answer`() async throws {
        let repository = repository()
        try await fill(repository)
        api.answer(.unchanged)
        var fresh = Following(repository.observe(query, policy: .networkOnly))
        #expect(await fresh.next(2) == [.loading, .page(["a", "b"], .network)])
        api.answer(.unchanged)
        var cached = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await cached.next(3) == [.page(["a", "b"], .memory), .loading, .page(["a", "b"], .network)])
    }

    @Test func `behaviour 14: who asks for nothing himself is told what others fetch`() async throws {
        let repository = repository()
        try await fill(repository)
        var following = Following(repository.observe(query, policy: hour))
        #expect(await following.next() == [.page(["a", "b"], .memory)])
        api.answer(.people(["a", "c"]))
        _ = try await repository.contacts(query, policy: .networkOnly)
        #expect(
            await following.next().first.map { if case .page(["a", "c"], _, _) = $0 { true } else { false } } == true
        )
    }

    @Test func `behaviour 15: who is slow is told the newest only, and never less`() async throws {
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
        #expect(await slow.next() == [.page(["b", "z"], .memory)])
    }

    @Test func `behaviours 16 and 51: the first sees both fetches, the second what is there and its own`() async throws
    {
        let repository = repository()
        api.answer(.people(["a"]))
        var first = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await first.next(2) == [.loading, .page(["a"], .network)])
        api.answer(.people(["b"]))
        var second = Following(repository.observe(query, policy: .cacheThenRefresh))
        #expect(await second.next(3) == [.page(["a"], .memory), .loading, .page(["b"], .network)])
        #expect(await first.next() == [.page(["b"], .memory)])
    }

    @Test func `behaviour 17: an answer that breaks the code that reads it is a failure, and nothing hangs`() async {
        struct Surprise: Error {}
        let api = StubContactAPI { _ in throw Surprise() }
        let repository = CachingContactRepository(dao: dao, api: api, pageSize: 3, clock: StepClock())
        var following = Following(repository.observe(query, policy: .networkOnly))
        #expect(await following.next(2) == [.loading, .failure(.internal)])
    }

    @Test func `behaviour 18: old people are told after a failure when that is allowed`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(7200)
        for policy in [CachePolicy.networkFirst(fallback: true), hour, .cacheThenRefresh] {
            api.answer(.failure(down))
            var following = Following(repository.observe(query, policy: policy))
            let answers = await following.until { if case .page(_, _, isStale: true) = $0 { true } else { false } }
            #expect(
                answers.last == .page(["a", "b"], .memory, isStale: true)
                    || answers.last == .page(["a", "b"], .store, isStale: true)
            )
        }
        for policy in [CachePolicy.networkFirst(fallback: false), .networkOnly] {
            api.answer(.failure(down))
            var following = Following(repository.observe(query, policy: policy))
            #expect(await following.next(2) == [.loading, .failure(.network)])
        }
    }

    @Test func `behaviours 31 and 34: an empty store is told as such and the network is not asked`() async {
        var following = Following(repository().observe(query, policy: .cacheOnly))
        #expect(await following.next() == [.page([], .store)])
        #expect(api.requests == 0)
    }

    @Test func `behaviours 32, 35 and 36: what is stored is told, however old`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(1_000_000)
        var following = Following(repository.observe(query, policy: .cacheOnly))
        #expect(await following.next() == [.page(["a", "b"], .memory)])
        #expect(api.requests == 1)
    }

    @Test func `behaviour 53: what is too old is fetched again though nobody asked for that`() async throws {
        let repository = repository()
        try await fill(repository)
        time.advance(3600)
        api.answer(.people(["a", "c"]))
        var following = Following(repository.observe(query, policy: hour))
        #expect(await following.next(3).last == .page(["a", "c"], .network))
    }

    @Test func `behaviour 22: a fetch ends when the last who waits for it has left`() async throws {
        let repository = repository()
        let following = Task { [query] in
            for await _ in repository.observe(query, policy: .networkOnly) {}
        }
        await api.isAsked()
        following.cancel()
        await following.value
        // The scripted answer ends when its request is cancelled, and only then.
        while api.cancelled == 0 { await Task.yield() }
        #expect(api.requests == 1)
    }

    @Test func `a write that changes nothing of what is shown is not told`() async throws {
        let repository = repository()
        try await fill(repository)
        let only = ContactQuery(limit: 10, filter: ContactFilter(text: "b"))
        var following = Following(repository.observe(only, policy: .cacheOnly))
        #expect(await following.next() == [.page(["b"], .store)])
        try await rename(repository, to: "x")
        try await rename(repository, "id-1", to: "bb")
        #expect(await following.next() == [.page(["bb"], .store)])
    }

    @Test func `a page of nobody is refused to observers too`() async {
        var following = Following(repository().observe(ContactQuery(limit: 0), policy: .cacheOnly))
        #expect(await following.next() == [.failure(.invalidInput)])
    }

    @Test func `writes of another process are told when the store is asked again`() async throws {
        try await withDatabasePath { path in
            let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
            let clock = StepClock()
            let repository = CachingContactRepository(
                dao: own,
                api: api,
                pageSize: 3,
                memoryLimit: 100_000,
                clock: clock
            )
            var following = Following(repository.observe(query, policy: .cacheOnly))
            #expect(await following.next() == [.page([], .store)])
            // The file itself is made by the other one.
            _ = try await others.store(.sample([.sample("a")]))
            async let told = { [following] in
                var following = following
                return await following.next()
            }()
            await clock.hasSleeper()
            clock.advance(by: .milliseconds(500))
            #expect(await told == [.page(["Last a"], .store)])
            #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 1)
            _ = try await others.store(.sample([.sample("a"), .sample("b", index: 1)], at: 2000))
            // Memory is not trusted either.
            #expect(try await repository.contacts(query, policy: .cacheOnly).contacts.count == 2)
            await own.close()
            await others.close()
        }
    }
}

@Suite struct ChangeSignalTests {
    @Test func `behaviour 68: a change between two waits is not missed`() async {
        let signal = ChangeSignal()
        let seen = signal.count
        signal.send()
        await signal.wait(after: seen)
        #expect(signal.count == seen + 1)
    }

    @Test func `behaviour 68: all who wait are told, and nobody is kept`() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await signal.wait(after: 0) } }
            signal.send()
            await group.waitForAll()
        }
        #expect(signal.waiterCount == 0)
    }

    @Test func `behaviour 67: who is cancelled leaves alone`() async {
        let signal = ChangeSignal()
        let tasks = (0..<20).map { _ in Task { await signal.wait(after: 0) } }
        tasks[7].cancel()
        await tasks[7].value
        #expect(signal.count == 0)
        signal.send()
        for task in tasks { await task.value }
        #expect(signal.waiterCount == 0)
    }
}
