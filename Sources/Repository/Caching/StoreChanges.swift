import Primitives
import Synchronization

extension CachingContactRepository {
    /// Returns an element after each write of the store, by this process or another one.
    ///
    /// Writes that follow each other quickly are one element. The stream has one consumer and ends when its task is
    /// cancelled.
    package func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = StoreWatch(repository: self, changes: continuation)
            let task = Task { await watch.run() }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Watches a store for writes, which it finds by comparing revisions.
actor StoreWatch {
    /// The waits before the store is looked at after its file was written, while it has not changed.
    ///
    /// A transaction is seen by others only a moment after its last write, of which the system tells nothing.
    static let pauses: [Duration] = [.milliseconds(80), .milliseconds(240), .milliseconds(600)]

    private let repository: CachingContactRepository
    private let changes: AsyncStream<Void>.Continuation
    /// The revision at the last look.
    private var known: StoreRevision?

    init(repository: CachingContactRepository, changes: AsyncStream<Void>.Continuation) {
        self.repository = repository
        self.changes = changes
    }

    /// Reports writes until the task is cancelled.
    func run() async {
        let own = repository.changes.stream()
        known = try? await repository.dao.revision()
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in own { await self.look(isWritten: true) }
            }
            group.addTask { await self.followOthers() }
        }
    }

    /// Reports a change since the last look, and returns whether there is one.
    @discardableResult
    private func look(isWritten: Bool = false) async -> Bool {
        let now = try? await repository.dao.revision()
        // A revision that cannot be read is no change; the next look reads it again.
        let isChanged = isWritten || now != nil && now != known
        known = now
        if isChanged { changes.yield() }
        return isChanged
    }

    /// Looks for writes of other processes when the file was written, or regularly where it can't be watched.
    private func followOthers() async {
        while !Task.isCancelled {
            #if os(Linux)
            if let watch = repository.file.flatMap({ FolderWatch(ofDatabase: $0) }) {
                defer { watch.stop() }
                // What was written before the watch began.
                await look()
                for await _ in watch.changes {
                    for pause in Self.pauses {
                        guard (try? await repository.clock.sleep(for: pause)) != nil, await !look() else { break }
                    }
                }
                return
            }
            #endif
            if (try? await repository.clock.sleep(for: repository.pollInterval)) != nil { await look() }
        }
    }
}

#if os(Linux)
extension FolderWatch {
    /// Watches a database for writes, by the folder of the file that its path leads to; `nil` while that is missing.
    convenience init?(ofDatabase path: String) {
        let parts = DatabaseFile.target(of: path).split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return nil }
        // The shared memory beside them is also changed by readers.
        let names = ["", "-wal", "-journal"].map { String(name) + $0 }
        self.init(["/" + parts.dropLast().joined(separator: "/")], write: Int32(IN_MODIFY)) { names.contains($0) }
    }
}
#endif

/// Passes the writes of a repository on to those that watch it.
final class ChangeSignal: Sendable {
    private let watchers = Mutex<[UUID: AsyncStream<Void>.Continuation]>([:])

    func send() {
        for watcher in watchers.withLock({ Array($0.values) }) { watcher.yield() }
    }

    /// Returns an element after one or several writes.
    func stream() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let id = UUID()
            watchers.withLock { $0[id] = continuation }
            continuation.onTermination = { _ in self.watchers.withLock { $0[id] = nil } }
        }
    }
}
