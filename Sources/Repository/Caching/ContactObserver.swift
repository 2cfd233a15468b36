/// Follows what a query finds: tells it at once, while the network is asked, and after every change of the store.
///
/// It works when it is asked for the next thing to tell, so that it is never ahead of who listens, and ends with it.
actor ContactObserver {
    /// What an observer needs of its repository.
    struct Source: Sendable {
        /// Reads the store.
        var read: @Sendable () async throws -> (ContactPage, ContactResponse.Origin)
        /// Whether the store has anybody to show.
        var hasPeople: @Sendable () async throws -> Bool
        /// Whether the network is to be asked, under the policy; nothing is asked otherwise.
        var needsRefresh: @Sendable () async throws -> Bool
        /// Asks the network, and tells what to add to the page after it.
        var refresh: @Sendable () async throws -> [RepositoryNotice]
        /// What to add to a page that is shown though the network failed; fails when nothing may be shown.
        var fallback: @Sendable (RepositoryError) async throws -> [RepositoryNotice]
        /// The store's revision.
        var revision: @Sendable () async throws -> StoreRevision
        /// Waits for a change after the revision, or for another one of this process than the counted ones.
        var change: @Sendable (StoreRevision?, Int) async -> Void
        /// The changes of this process so far.
        var changeCount: @Sendable () -> Int
    }

    private enum Step {
        case start
        case load
        case refresh
        case watch
        case end
    }

    private let source: Source
    private let policy: CachePolicy
    private var step = Step.start
    private var shown: ContactPage?
    private var revision: StoreRevision?
    private var seen = 0
    private let refreshing = RefreshTask()

    init(_ source: Source, policy: CachePolicy) {
        self.source = source
        self.policy = policy
    }

    /// The next thing to tell; `nil` when the task is cancelled.
    func next() async -> ContactResponse? {
        while step != .end {
            do {
                try Task.checkCancellation()
                if let response = try await advance() { return response }
            } catch let error as RepositoryError {
                return .failure(error)
            } catch is CancellationError {
                // Nobody listens any more.
                step = .end
            } catch {
                return .failure(RepositoryError(.internal, "Something unexpected went wrong (\(type(of: error)))."))
            }
        }
        refreshing.cancel()
        return nil
    }

    private func advance() async throws -> ContactResponse? {
        switch step {
        case .start: return try await start()
        case .load:
            step = .refresh
            refreshing.start(source.refresh)
            return .loading
        case .refresh: return try await awaitRefresh()
        case .watch: return try await watch()
        case .end: return nil
        }
    }

    private func start() async throws -> ContactResponse? {
        // A failure of the store is told once, then the next change is waited for.
        step = .watch
        note(try await source.revision())
        let needsRefresh = try await source.needsRefresh()
        switch policy {
        case .networkOnly, .networkFirst:
            step = .load
            return nil
        case .cacheFirst, .cacheThenRefresh, .cacheOnly:
            step = needsRefresh ? .load : .watch
            // Nobody to show yet is nothing to tell when the network is about to be asked.
            if needsRefresh, try await !source.hasPeople() { return nil }
            return try await read()
        }
    }

    private func awaitRefresh() async throws -> ContactResponse? {
        // What was never shown is not shown before the network has answered.
        if shown != nil, try await hasChangedBeforeEnd() { return try await readIfChanged() }
        guard let result = await refreshing.result() else { throw CancellationError() }
        step = .watch
        note(try await source.revision())
        switch result {
        case .success(let notices):
            return try await read(as: .network, notices: notices)
        case .failure(let error as RepositoryError):
            guard let notices = try? await source.fallback(error) else { return .failure(error) }
            return try await read(as: .store, notices: notices)
        case .failure(let error):
            throw error
        }
    }

    /// Waits for the end of the refresh; `true` when the store changed before.
    private func hasChangedBeforeEnd() async throws -> Bool {
        let (change, revision, seen, refreshing) = (source.change, revision, seen, refreshing)
        let hasChanged = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                _ = await refreshing.result()
                return false
            }
            group.addTask {
                await change(revision, seen)
                return true
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
        try Task.checkCancellation()
        return hasChanged
    }

    private func watch() async throws -> ContactResponse? {
        await source.change(revision, seen)
        return try await readIfChanged()
    }

    private func readIfChanged() async throws -> ContactResponse? {
        try Task.checkCancellation()
        let now = try await source.revision()
        guard now != revision || seen != source.changeCount() else { return nil }
        note(now)
        let (page, origin) = try await source.read()
        guard page != shown else { return nil }
        shown = page
        return .page(page, origin)
    }

    private func note(_ revision: StoreRevision) {
        seen = source.changeCount()
        self.revision = revision
    }

    private func read(
        as told: ContactResponse.Origin? = nil,
        notices: [RepositoryNotice] = []
    ) async throws -> ContactResponse {
        let (page, origin) = try await source.read()
        shown = page
        var told = (page: page, origin: told ?? origin)
        told.page.notices = notices + page.notices
        return .page(told.page, told.origin)
    }
}
