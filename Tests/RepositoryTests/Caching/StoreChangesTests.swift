import BlocTesting
import Foundation
import RepositoryDoubles
import Synchronization
import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct StoreChangesTests {
    private let temporary = TemporaryFolder()
    private let elsewhere = TemporaryFolder()
    private var path: String { temporary.database }
    private let clock = ManualClock()

    private func repository(
        _ dao: SQLiteContactDAO,
        _ api: StubContactAPI? = nil,
        file: String? = nil,
        pollInterval: Duration = .milliseconds(500)
    ) -> CachingContactRepository {
        CachingContactRepository(dao: dao, api: api, pageSize: 3, file: file, pollInterval: pollInterval, clock: clock)
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
        try await clock.sleepers(count: 1)
        // The other process also creates the file.
        _ = try await others.store(.sample([.sample("a")]))
        clock.advance(by: .milliseconds(500))
        #expect(await first)
        async let second = next(changes)
        try await clock.sleepers(count: 1)
        _ = try await repository.apply([.remove("uuid-a")], title: "remove")
        #expect(await second)
        let third = Task { await next(changes) }
        try await clock.sleepers(count: 1)
        third.cancel()
        #expect(await third.value == false)
    }

    @Test func `an undo, a redo, an import and a refresh are elements, too`() async throws {
        let repository = repository(SQLiteContactDAO.temporary(), StubContactAPI())
        let writes: [@Sendable () async throws -> Void] = [
            { _ = try await repository.contacts(ContactQuery(limit: 1), policy: .networkOnly) },
            { _ = try await repository.update("uuid-1-0", with: ContactEdit(lastName: "x")) },
            { _ = try await repository.turn(steps: 1, isUndone: false) },
            { _ = try await repository.turn(steps: 1, isUndone: true) },
            { _ = try await repository.importContacts(title: "import", duplicates: .update) { nil } },
            { _ = try await repository.clearCache() },
        ]
        let changes = repository.storeChanges()
        for write in writes {
            async let change = next(changes)
            try await clock.sleepers(count: 1)
            try await write()
            #expect(await change)
        }
    }

    #if os(Linux)
    // MARK: - Stores and folders whose files are watched

    @Test func `a write of another process is an element without polling`() async throws {
        let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
        _ = try await others.store(.sample([.sample("a")]))
        let changes = repository(own, file: path, pollInterval: .seconds(1 << 30)).storeChanges()
        let writing = Task {
            // The watch begins a moment after the call.
            while !Task.isCancelled {
                _ = try? await others.store(.sample([.sample("b", index: 1)], at: 2000))
                clock.advance(by: StoreWatch.pauses[0])
                await Task.yield()
            }
        }
        #expect(await next(changes))
        writing.cancel()
        await writing.value
    }

    @Test func `only writes to the database's own files are changes, also through a link`() async throws {
        let store = SQLiteContactDAO(path: path)
        _ = try await store.store(.sample([.sample("a")]))
        let link = elsewhere.path + "/link.db"
        #expect(FolderWatch(ofDatabase: elsewhere.path + "/missing/link.db") == nil)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let watch = try #require(FolderWatch(ofDatabase: link))
        let isWritten = Mutex(false)
        // The first change comes after the write: neither readers nor other files make one.
        let first = Task {
            var changes = watch.changes.makeAsyncIterator()
            return await changes.next() != nil && isWritten.withLock(\.self)
        }
        _ = try await SQLiteContactDAO(path: path).contacts(ContactQuery(limit: 10))
        try Data("x".utf8).write(to: URL(filePath: temporary.path + "/other.db"))
        isWritten.withLock { $0 = true }
        _ = try await store.store(.sample([.sample("b", index: 1)], at: 2000))
        #expect(await first.value)
        watch.stop()
    }

    @Test(.timeLimit(.minutes(1))) func `a written, moved or removed file is a change, no other`() async throws {
        let folder = URL(filePath: temporary.path)
        let watch = try #require(FolderWatch([folder.path, "/no/such/folder"]) { $0.hasSuffix(".vcf") })
        var changes = watch.changes.makeAsyncIterator()
        let card = folder.appending(path: "a.vcf")
        try Data("x".utf8).write(to: folder.appending(path: "other.tmp"))
        try Data("x".utf8).write(to: card)
        #expect(await changes.next() != nil)
        try FileManager.default.moveItem(at: card, to: folder.appending(path: "b.vcf"))
        #expect(await changes.next() != nil)
        try FileManager.default.removeItem(at: folder.appending(path: "b.vcf"))
        #expect(await changes.next() != nil)
        watch.stop()
        while await changes.next() != nil {}
    }

    #endif
}
