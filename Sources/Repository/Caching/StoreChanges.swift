import Primitives
import Synchronization

extension CachingContactRepository {
    /// Returns a stream with an element after each write to the store, by this process or another one.
    ///
    /// Writes in quick succession are combined. The stream has a single consumer, and ends when its task is cancelled.
    package func storeChanges() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let watch = StoreWatch(repository: self, changes: continuation)
            let task = Task { await watch.run() }
            continuation.onTermination = { _ in task.cancel() }
        }
    }
}

/// Watches a store for writes by comparing its revisions.
actor StoreWatch {
    /// The pauses between checks of the store after its file was written, until the change is visible.
    ///
    /// A transaction becomes visible a moment after its last write, and the system sends no event for that.
    static let pauses: [Duration] = [.milliseconds(80), .milliseconds(240), .milliseconds(600)]

    private let repository: CachingContactRepository
    private let changes: AsyncStream<Void>.Continuation
    /// The revision at the last check.
    private var known: StoreRevision?

    init(repository: CachingContactRepository, changes: AsyncStream<Void>.Continuation) {
        self.repository = repository
        self.changes = changes
    }

    /// Reports writes until the task is cancelled.
    func run() async {
        repository.watches.withLock { $0.append(self) }
        known = try? await repository.dao.revision()
        await followOthers()
        repository.watches.withLock { watches in watches.removeAll { $0 === self } }
    }

    /// Reports a change since the last check, and returns whether there was one; `isWritten` if it is known.
    @discardableResult
    func look(isWritten: Bool = false) async -> Bool {
        let now = try? await repository.dao.revision()
        // An unreadable revision doesn't count as a change; the next check reads it again.
        let isChanged = isWritten || now != nil && now != known
        known = now
        if isChanged { changes.yield() }
        return isChanged
    }

    /// Checks for writes by other processes when the file changes, or at intervals if it can't be watched.
    private func followOthers() async {
        while !Task.isCancelled {
            #if os(Linux)
            if let watch = repository.file.flatMap({ FolderWatch(ofDatabase: $0) }) {
                defer { watch.stop() }
                // Catches writes from before the watch started.
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
    /// Watches a database for writes, via the folder that contains its file; `nil` while that is missing.
    convenience init?(ofDatabase path: String) {
        let parts = DatabaseFile.target(of: path).split(separator: "/", omittingEmptySubsequences: false)
        guard let name = parts.last, !name.isEmpty else { return nil }
        // The shared-memory file next to them is left out, because readers change it too.
        let names = ["", "-wal", "-journal"].map { String(name) + $0 }
        self.init(["/" + parts.dropLast().joined(separator: "/")], write: Int32(IN_MODIFY)) { names.contains($0) }
    }
}
#endif
