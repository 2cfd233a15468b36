#if os(Linux)
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

/// The stream of writes to a store whose file is watched.
@Suite(.watched) struct StoreFileWatchTests {
    private func next(_ changes: AsyncStream<Void>) async -> Bool {
        var iterator = changes.makeAsyncIterator()
        return await iterator.next() != nil
    }

    @Test func `a write of another process is an element without polling`() async throws {
        try await withDatabasePath { path in
            let (own, others) = (SQLiteContactDAO(path: path), SQLiteContactDAO(path: path))
            _ = try await others.store(.sample([.sample("a")]))
            let clock = StepClock()
            let repository = CachingContactRepository(
                dao: own,
                api: nil,
                pageSize: 3,
                file: path,
                pollInterval: .seconds(1 << 30),
                clock: clock
            )
            let changes = repository.storeChanges()
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
            await own.close()
            await others.close()
        }
    }

    @Test func `only writes to the files of the database count, in a folder that exists`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "later-\(UUID().uuidString)")
        let path = folder.appending(path: "a.db").path
        #expect(FolderWatch(ofDatabase: path) == nil)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = SQLiteContactDAO(path: path)
        _ = try await store.store(.sample([.sample("a")]))
        let watch = try #require(FolderWatch(ofDatabase: path))
        let changes = Task { await watch.changes.contains { _ in true } }
        // Neither readers nor other files end the wait.
        _ = try await SQLiteContactDAO(path: path).contacts(ContactQuery(limit: 10))
        try Data("x".utf8).write(to: folder.appending(path: "b.db"))
        try await Task.sleep(for: .milliseconds(50))
        watch.stop()
        #expect(await changes.value == false)
        await store.close()
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
            let watch = try #require(FolderWatch(ofDatabase: link))
            _ = try await store.store(.sample([.sample("b", index: 1)], at: 2000))
            var changes = watch.changes.makeAsyncIterator()
            #expect(await changes.next() != nil)
            watch.stop()
            await store.close()
        }
    }
}
#endif
