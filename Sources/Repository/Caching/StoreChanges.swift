extension CachingContactRepository {
    /// Returns an element after each write of the store, by this process or another one.
    ///
    /// Writes that follow each other quickly are one element. The stream has one consumer and ends when its task is
    /// cancelled.
    package func storeChanges() -> AsyncStream<Void> {
        let watch = StoreWatch(repository: self)
        return AsyncStream { await watch.next() }
    }

    /// Waits for a write of this repository, or until another process has written.
    fileprivate func waitForChange(after revision: StoreRevision?, seen: Int) async {
        await withTaskGroup(of: Void.self) { [self] group in
            group.addTask { [changes] in await changes.wait(after: seen) }
            group.addTask { [self] in await waitForOthers(after: revision) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Waits until the store has another revision; returns early when the task is cancelled.
    private func waitForOthers(after revision: StoreRevision?) async {
        var heard: Int?
        while true {
            guard let file, file.begin() else {
                guard await isSame(revision, after: pollInterval) else { return }
                continue
            }
            if let heard {
                await file.wait(after: heard)
                let now = file.count
                for pause in StoreFileWatch.looks {
                    guard await isSame(revision, after: pause) else { return file.settle(now) }
                }
                file.settle(now)
            } else {
                // What was written before the watch began.
                guard await isSame(revision, after: .zero) else { return }
            }
            heard = file.settled
        }
    }

    /// Whether the store still has the revision after a while, or one that cannot be read; `false` when the task is
    /// cancelled.
    private func isSame(_ revision: StoreRevision?, after pause: Duration) async -> Bool {
        if pause > .zero, (try? await clock.sleep(for: pause)) == nil { return false }
        if Task.isCancelled { return false }
        guard let now = try? await dao.revision() else { return true }
        return now == revision
    }
}

/// Waits for one write of a store after the other.
private actor StoreWatch {
    private let repository: CachingContactRepository
    /// The revision and the number of own writes before the wait; `nil` before the first one.
    private var before: (revision: StoreRevision?, seen: Int)?

    init(repository: CachingContactRepository) {
        self.repository = repository
    }

    /// Waits for the next write; `nil` when the task is cancelled.
    func next() async -> Void? {
        if before == nil { before = await now() }
        while !Task.isCancelled {
            let (old, seen) = before ?? (nil, 0)
            await repository.waitForChange(after: old, seen: seen)
            let new = await now()
            before = new
            // A revision that cannot be read is no change; the next poll reads it again.
            if new.seen != seen || (new.revision != nil && new.revision != old) { return Task.isCancelled ? nil : () }
        }
        return nil
    }

    private func now() async -> (revision: StoreRevision?, seen: Int) {
        let seen = repository.changes.count
        return (try? await repository.dao.revision(), seen)
    }
}
