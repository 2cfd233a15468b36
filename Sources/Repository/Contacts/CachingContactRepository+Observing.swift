extension CachingContactRepository {
    /// Tells what the query finds, now and after every change.
    public func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse> {
        // The pages after the first belong to what the first showed.
        let policy = query.after == nil ? policy : .cacheOnly
        let source = ContactObserver.Source(
            read: { [self] in
                try check(query)
                return try await read(query)
            },
            hasPeople: { [self] in try await hasPeople() },
            needsRefresh: { [self] in try await needsRefresh(policy) },
            refresh: { [self] in try await refresh(under: policy) },
            fallback: { [self] error in try await stale(error, policy) },
            revision: { [dao] in try await dao.revision() },
            change: { [self] revision, seen in await waitForChange(after: revision, seen: seen) },
            changeCount: { [changes] in changes.count }
        )
        let observer = ContactObserver(source, policy: policy)
        return AsyncStream { await observer.next() }
    }

    /// Waits for a write of this repository, or for one of others, for which the store is asked now and then.
    private func waitForChange(after revision: StoreRevision?, seen: Int) async {
        await withTaskGroup(of: Void.self) { [dao, clock, changes, pollInterval] group in
            group.addTask { await changes.wait(after: seen) }
            group.addTask {
                // A store that cannot be asked now may be asked later; the sleep fails when it is cancelled.
                while (try? await clock.sleep(for: pollInterval)) != nil {
                    if let now = try? await dao.revision(), now != revision { return }
                }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
