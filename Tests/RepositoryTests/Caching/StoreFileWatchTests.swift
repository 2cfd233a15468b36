#if os(Linux)
import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

/// The stream of writes to a store whose file is watched.
@Suite(.watched) struct StoreFileWatchTests {
    private let temporary = TemporaryFolder()
    private let elsewhere = TemporaryFolder()
    private var path: String { temporary.database }

    private func next(_ changes: AsyncStream<Void>) async -> Bool {
        var iterator = changes.makeAsyncIterator()
        return await iterator.next() != nil
    }

    @Test func `a write of another process is an element without polling`() async throws {
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
    }

    @Test func `only writes to the files of the database count, in a folder that exists`() async throws {
        let folder = temporary.path + "/later"
        let path = folder + "/a.db"
        #expect(FolderWatch(ofDatabase: path) == nil)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let store = SQLiteContactDAO(path: path)
        _ = try await store.store(.sample([.sample("a")]))
        let watch = try #require(FolderWatch(ofDatabase: path))
        let changes = Task { await watch.changes.contains { _ in true } }
        // Neither readers nor other files end the wait.
        _ = try await SQLiteContactDAO(path: path).contacts(ContactQuery(limit: 10))
        try Data("x".utf8).write(to: URL(filePath: folder + "/b.db"))
        try await Task.sleep(for: .milliseconds(50))
        watch.stop()
        #expect(await changes.value == false)
    }

    @Test func `a link to the file is followed`() async throws {
        let store = SQLiteContactDAO(path: path)
        _ = try await store.store(.sample([.sample("a")]))
        let link = elsewhere.path + "/link.db"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let watch = try #require(FolderWatch(ofDatabase: link))
        _ = try await store.store(.sample([.sample("b", index: 1)], at: 2000))
        var changes = watch.changes.makeAsyncIterator()
        #expect(await changes.next() != nil)
        watch.stop()
    }
}
#endif
