#if os(Linux)
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct StoreFileWatchTests {
    /// A repository that hears of the file, and another program's store of it.
    private func watching(
        _ body: (CachingContactRepository, SQLiteContactDAO, StoreFileWatch, StepClock) async throws -> Void
    ) async throws {
        try await withDatabasePath { path in
            let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
            _ = try await others.store(.sample([.sample("a")]))
            let (clock, file) = (StepClock(), StoreFileWatch(path: path))
            let repository = CachingContactRepository(dao: own, api: nil, pageSize: 3, file: file, clock: clock)
            try await body(repository, others, file, clock)
            await own.close()
            await others.close()
        }
    }

    /// Waits until a task waits for a write.
    private func waits(_ file: StoreFileWatch) async throws {
        while file.waiterCount == 0 {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func `a write of another process is heard of, and nothing is done before and after it`() async throws {
        try await watching { repository, others, file, clock in
            let changes = repository.storeChanges()
            let next = Task {
                var iterator = changes.makeAsyncIterator()
                return await iterator.next() != nil
            }
            try await waits(file)
            // Reads follow only a write or the end of a sleep, and nothing sleeps.
            #expect(clock.sleeperCount == 0)
            #expect(file.count == 0)
            _ = try await others.store(.sample([.sample("b", index: 1)], at: 2000))
            await clock.hasSleeper()
            clock.advance(by: StoreFileWatch.looks[0])
            #expect(await next.value)
            let last = Task {
                var iterator = changes.makeAsyncIterator()
                return await iterator.next() != nil
            }
            // After what was heard since, the store is looked at a few times, and then nothing sleeps any more.
            while file.waiterCount == 0 || file.settled < file.count {
                try Task.checkCancellation()
                if clock.sleeperCount > 0 { clock.advance(by: .seconds(1)) }
                await Task.yield()
            }
            #expect(clock.sleeperCount == 0)
            last.cancel()
            #expect(await last.value == false)
        }
    }

    @Test func `readers of the store are not heard`() async throws {
        try await watching { repository, others, file, _ in
            #expect(file.begin())
            _ = try await repository.contacts(ContactQuery(limit: 10), policy: .cacheOnly)
            _ = try await others.contacts(ContactQuery(limit: 10))
            // The next write is the first that is heard.
            #expect(file.count == 0)
            _ = try await others.store(.sample([.sample("b", index: 1)], at: 2000))
            await file.wait(after: 0)
            #expect(file.count > 0)
        }
    }

    @Test func `a folder that does not exist cannot be watched until it does`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "later-\(UUID().uuidString)")
        let file = StoreFileWatch(path: folder.appending(path: "a.db").path)
        #expect(!file.begin())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(file.begin())
        try Data("x".utf8).write(to: folder.appending(path: "b.db"))
        try Data("x".utf8).write(to: folder.appending(path: "a.db"))
        await file.wait(after: 0)
        #expect(file.count > 0)
    }

    @Test func `a link to the file is followed`() async throws {
        try await withDatabasePath { path in
            let store = SQLiteContactDAO(path: path)
            _ = try await store.store(.sample([.sample("a")]))
            let folder = FileManager.default.temporaryDirectory.appending(path: "link-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let link = folder.appending(path: "link.db").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
            let file = StoreFileWatch(path: link)
            #expect(file.begin())
            _ = try await store.store(.sample([.sample("b", index: 1)], at: 2000))
            await file.wait(after: 0)
            #expect(file.count > 0)
            await store.close()
        }
    }
}
#endif
