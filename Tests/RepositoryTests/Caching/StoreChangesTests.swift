import Foundation
import Repository
import RepositoryDoubles
import TestWatch
import Testing

/// The stream of writes to a store.
@Suite(.watched) struct StoreChangesTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }
    private let clock = StepClock()

    private func repository(_ dao: any ContactDAO) -> CachingContactRepository {
        CachingContactRepository(dao: dao, api: nil, pageSize: 3, clock: clock)
    }

    private func next(_ changes: AsyncStream<Void>) async -> Bool {
        var iterator = changes.makeAsyncIterator()
        return await iterator.next() != nil
    }

    @Test func `each write is an element, whichever process made it`() async throws {
        let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
        let repository = repository(own)
        let changes = repository.storeChanges()
        async let first = next(changes)
        await clock.hasSleeper()
        // The other process also creates the file.
        _ = try await others.store(.sample([.sample("a")]))
        clock.advance(by: .milliseconds(500))
        #expect(await first)
        async let second = next(changes)
        await clock.hasSleeper()
        let stored = try #require(try await own.contacts(ContactQuery(limit: 1)).contacts.first)
        _ = try await repository.apply([.remove(stored.id)], title: "remove")
        #expect(await second)
        let third = Task { await next(changes) }
        await clock.hasSleeper()
        third.cancel()
        #expect(await third.value == false)
    }

    @Test func `an undo, a redo, an import and a refresh are elements, too`() async throws {
        let dao = SQLiteContactDAO.temporary()
        let api = StubContactAPI()
        let repository = CachingContactRepository(dao: dao, api: api, pageSize: 3, clock: clock)
        let writes: [@Sendable () async throws -> Void] = [
            { _ = try await repository.contacts(ContactQuery(limit: 1), policy: .networkOnly) },
            { _ = try await repository.update(try await Self.first(repository), with: ContactEdit(lastName: "x")) },
            { _ = try await repository.turn(steps: 1, isUndone: false) },
            { _ = try await repository.turn(steps: 1, isUndone: true) },
            { _ = try await repository.importContacts(title: "import", duplicates: .update) { nil } },
            { _ = try await repository.clearCache() },
        ]
        let changes = repository.storeChanges()
        for write in writes {
            async let change = next(changes)
            await clock.hasSleeper()
            try await write()
            #expect(await change)
        }
    }

    private static func first(_ repository: CachingContactRepository) async throws -> ContactID {
        try #require(try await repository.contacts(ContactQuery(limit: 1), policy: .cacheOnly).contacts.first).id
    }
}
