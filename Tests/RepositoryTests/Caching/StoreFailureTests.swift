import Foundation
import Repository
import TestWatch
import Testing

/// Responses when the store cannot be read or written.
@Suite(.watched) struct StoreFailureTests {
    private let query = ContactQuery(limit: 100)

    /// Runs `body` with a store of two people, and with a connection of its own that can break the file.
    private func withStore(
        _ body: (CachingContactRepository, SQLiteContactDAO, SQLiteConnection, ScriptedAPI, StepClock) async throws ->
            Void
    ) async throws {
        try await withDatabasePath { path in
            let dao = SQLiteContactDAO(path: path)
            let people = ["a", "b"].enumerated().map { index, name in
                RemotePerson.sample(name, index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
            }
            _ = try await dao.store(.sample(people))
            let breaker = try SQLiteConnection(path: path, mode: .readWrite)
            let (api, clock) = (ScriptedAPI(), StepClock())
            let repository = CachingContactRepository(
                dao: dao,
                api: api,
                pageSize: 3,
                clock: clock,
                now: { Date(timeIntervalSince1970: 1000) }
            )
            try await body(repository, dao, breaker, api, clock)
            await dao.close()
        }
    }

    private func breakWrites(_ connection: SQLiteConnection) throws {
        try connection.execute(
            """
            CREATE TRIGGER broken BEFORE UPDATE ON contact BEGIN SELECT RAISE(ABORT, 'broken'); END;
            CREATE TRIGGER broken_too BEFORE INSERT ON contact BEGIN SELECT RAISE(ABORT, 'broken'); END;
            """
        )
    }

    private func mendWrites(_ connection: SQLiteConnection) throws {
        try connection.execute("DROP TRIGGER broken; DROP TRIGGER broken_too")
    }

    @Test func `a failed write is one response, and the observation goes on`() async throws {
        try await withStore { repository, _, breaker, api, clock in
            try breakWrites(breaker)
            var first = Following(repository.observe(query, policy: .cacheThenRefresh))
            api.answer(.people(["a", "c"]))
            let told = await first.until { if case .failure = $0 { true } else { false } }
            #expect(told.first == .page(["a", "b"], .store))
            // The stored contacts stay, and a later observer does not get the failure.
            var later = Following(repository.observe(query, policy: .cacheOnly))
            #expect(await later.next().map(\.names) == [["a", "b"]])
            try mendWrites(breaker)
            api.answer(.people(["a", "c"]))
            _ = try await repository.contacts(query, policy: .networkOnly)
            #expect(await first.next().map(\.names) == [["a", "c"]])
            #expect(await later.next().map(\.names) == [["a", "c"]])
        }
    }

    @Test func `a local change that cannot be written changes nothing`() async throws {
        try await withStore { repository, _, breaker, api, _ in
            let before = try await repository.contacts(query, policy: .cacheOnly)
            try breakWrites(breaker)
            let error = await repositoryError {
                _ = try await repository.update(ContactID(rawValue: "id-0"), with: ContactEdit(lastName: "x"))
            }
            #expect(error != nil)
            #expect(try await repository.contacts(query, policy: .cacheOnly) == before)
            #expect(api.requests == 0)
        }
    }

    @Test func `a failed read is a response, followed by the page when it can be read`()
        async throws
    {
        try await withStore { repository, _, breaker, _, clock in
            try breaker.execute("ALTER TABLE contact RENAME TO hidden")
            var following = Following(repository.observe(query, policy: .cacheOnly))
            guard case .failure = await following.next().first else {
                Issue.record("The failure was no response.")
                return
            }
            try breaker.execute("ALTER TABLE hidden RENAME TO contact")
            async let response = { [following] in
                var following = following
                return await following.next()
            }()
            await clock.hasSleeper()
            clock.advance(by: .milliseconds(500))
            #expect(await response.map(\.names) == [["a", "b"]])
        }
    }

    @Test func `a concurrent read sees a written page whole or not at all`() async throws {
        try await withStore { repository, dao, _, _, _ in
            func page(_ name: String, _ time: Double) -> FetchedPage {
                let people = (0..<40).map { index in
                    RemotePerson.sample("\(index)", index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
                }
                return .sample(people, at: time)
            }
            _ = try await dao.store(page("v0", 2000))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for version in 1...10 { _ = try await dao.store(page("v\(version)", 2000 + Double(version))) }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<20 {
                            let names = try await repository.contacts(query, policy: .cacheOnly).lastNames
                            #expect(names.count == 40)
                            #expect(Set(names).count == 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `observers and failing writes all end`() async throws {
        try await withStore { repository, _, breaker, _, _ in
            for round in 0..<25 {
                if round % 2 == 0 { try breakWrites(breaker) } else { try mendWrites(breaker) }
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            var following = Following(repository.observe(query, policy: .cacheOnly))
                            _ = await following.next()
                        }
                    }
                    group.addTask {
                        let edit = ContactEdit(lastName: "x\(round)")
                        _ = try? await repository.update(ContactID(rawValue: "id-0"), with: edit)
                    }
                    await group.waitForAll()
                }
            }
            #expect(try await repository.contacts(query, policy: .cacheOnly).lastNames == ["b", "x23"])
        }
    }
}

extension Following.Answer {
    /// The last names on a page.
    fileprivate var names: [String]? {
        if case .page(let names, _, _) = self { names } else { nil }
    }
}
