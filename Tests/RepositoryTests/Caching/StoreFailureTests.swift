import Foundation
import Repository
import RepositoryDoubles
import TestWatch
import Testing

/// Reads and writes when the store cannot be read or written.
@Suite(.watched) struct StoreFailureTests {
    private let temporary = TemporaryFolder()
    private let query = ContactQuery(limit: 100)
    private let api = StubContactAPI()
    private let dao: SQLiteContactDAO
    private let repository: CachingContactRepository
    /// A connection of its own that can break the file.
    private let breaker: SQLiteConnection

    /// Stores two people.
    init() async throws {
        dao = SQLiteContactDAO(path: temporary.database)
        _ = try await dao.store(.sample([.sample("a", uuid: "id-0"), .sample("b", index: 1, uuid: "id-1")]))
        breaker = try SQLiteConnection(path: temporary.database, mode: .readWrite)
        let now = { @Sendable in Date(timeIntervalSince1970: 1000) }
        repository = CachingContactRepository(dao: dao, api: api, pageSize: 3, now: now)
    }

    @Test func `after a failed read the page is read once it can be`() async throws {
        try breaker.execute("ALTER TABLE contact RENAME TO hidden")
        #expect(await repositoryError { _ = try await repository.contacts(query, policy: .cacheOnly) } != nil)
        try breaker.execute("ALTER TABLE hidden RENAME TO contact")
        #expect(try await repository.contacts(query, policy: .cacheOnly).lastNames == ["Last a", "Last b"])
    }

    @Test func `a concurrent read sees a written page whole or not at all`() async throws {
        func page(_ name: String, _ time: Double) -> FetchedPage {
            let people = (0..<40).map { index in
                RemotePerson.sample("\(index)", index: index, uuid: .some("id-\(index)")) { $0.name.last = name }
            }
            return .sample(people, at: time)
        }
        _ = try await dao.store(page("v0", 2000))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [dao] in
                for version in 1...10 { _ = try await dao.store(page("v\(version)", 2000 + Double(version))) }
            }
            for _ in 0..<4 {
                group.addTask { [repository, query] in
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
