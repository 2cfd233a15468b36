import Foundation
import Repository
import TestWatch
import Testing

/// Reads and writes when the store cannot be read or written.
@Suite(.watched) struct StoreFailureTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let query = ContactQuery(limit: 100)

    /// Runs `body` with a store of two people, and with a connection of its own that can break the file.
    private func withStore(
        _ body: (CachingContactRepository, SQLiteContactDAO, SQLiteConnection, ScriptedAPI) async throws -> Void
    ) async throws {
        let dao = SQLiteContactDAO(path: path)
        let people = ["a", "b"].enumerated().map { index, name in
            RemotePerson.sample(name, index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
        }
        _ = try await dao.store(.sample(people))
        let breaker = try SQLiteConnection(path: path, mode: .readWrite)
        let api = ScriptedAPI()
        let repository = CachingContactRepository(
            dao: dao,
            api: api,
            pageSize: 3,
            now: { Date(timeIntervalSince1970: 1000) }
        )
        try await body(repository, dao, breaker, api)
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

    @Test func `a refresh that cannot be written fails, and the stored contacts stay`() async throws {
        try await withStore { repository, _, breaker, api in
            try breakWrites(breaker)
            api.answer(.people(["a", "c"]))
            #expect(await repositoryError { _ = try await repository.contacts(query, policy: .networkOnly) } != nil)
            #expect(try await repository.contacts(query, policy: .cacheOnly).lastNames == ["a", "b"])
            try mendWrites(breaker)
            api.answer(.people(["a", "c"]))
            #expect(try await repository.contacts(query, policy: .networkOnly).lastNames == ["a", "c"])
        }
    }

    @Test func `a local change that cannot be written changes nothing`() async throws {
        try await withStore { repository, _, breaker, api in
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

    @Test func `after a failed read the page is read once it can be`() async throws {
        try await withStore { repository, _, breaker, _ in
            try breaker.execute("ALTER TABLE contact RENAME TO hidden")
            #expect(await repositoryError { _ = try await repository.contacts(query, policy: .cacheOnly) } != nil)
            try breaker.execute("ALTER TABLE hidden RENAME TO contact")
            #expect(try await repository.contacts(query, policy: .cacheOnly).lastNames == ["a", "b"])
        }
    }

    @Test func `a concurrent read sees a written page whole or not at all`() async throws {
        try await withStore { repository, dao, _, _ in
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
}
