import Synchronization

extension CachingContactRepository {
    /// Returns what the query finds, now and after every change.
    public func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse> {
        // A later page continues the first one, so it never refreshes.
        let policy = query.after == nil ? policy : .cacheOnly
        let source = ContactObserver.Source(
            read: { [self] in
                try check(query)
                return try await dao.contacts(query)
            },
            hasPeople: { [self] in try await hasPeople() },
            needsRefresh: { [self] in try await needsRefresh(policy) },
            refresh: { [self] in try await refresh(under: policy) },
            fallback: { [self] error in try await stale(error, policy) },
            revision: { [dao] in try await dao.revision() },
            change: { [self] revision, seen in await waitForChange(after: revision, seen: seen) },
            changeCount: { [changes] in changes.count },
            lastPageCount: { [lastPages] in lastPages.count }
        )
        let observer = ContactObserver(source, policy: policy)
        return AsyncStream { await observer.next() }
    }

    /// Returns an element after each write of the store, by this process or another one.
    ///
    /// Unlike ``observe(_:policy:)`` it reads no contacts. Writes that follow each other quickly are one element. The stream
    /// has one consumer and ends when its task is cancelled.
    public func storeChanges() -> AsyncStream<Void> {
        let watch = StoreWatch(
            revision: { [dao] in try await dao.revision() },
            change: { [self] revision, seen in await waitForChange(after: revision, seen: seen) },
            changeCount: { [changes] in changes.count }
        )
        return AsyncStream { await watch.next() }
    }

    /// Waits for a write of this repository, or until another process has written.
    private func waitForChange(after revision: StoreRevision?, seen: Int) async {
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

/// Produces the responses of an observed query: the stored page, the refreshed one, and one after every change.
///
/// It is pull-based: it works only while its consumer awaits ``next()``, so it is never ahead of the consumer.
actor ContactObserver {
    /// The operations of the repository that an observer uses.
    struct Source: Sendable {
        /// Reads the page.
        var read: @Sendable () async throws -> ContactPage
        /// Whether the store contains any contact.
        var hasPeople: @Sendable () async throws -> Bool
        /// Whether the policy wants a refresh now.
        var needsRefresh: @Sendable () async throws -> Bool
        /// Refreshes the store, and returns the notices for the page read after it.
        var refresh: @Sendable () async throws -> [RepositoryNotice]
        /// Returns the notices for a stored page after the network failed; throws when none may be returned.
        var fallback: @Sendable (RepositoryError) async throws -> [RepositoryNotice]
        /// Returns the store's revision.
        var revision: @Sendable () async throws -> StoreRevision
        /// Waits until the revision differs, or until this process has written more often than the count.
        var change: @Sendable (StoreRevision?, Int) async -> Void
        /// Returns how often this process has written.
        var changeCount: @Sendable () -> Int
        /// Returns how many refreshes have begun to store their last page.
        var lastPageCount: @Sendable () -> Int
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
    /// How many refreshes had begun to store their last page before the observer's own refresh began.
    private var lastPagesBefore = 0
    private let refreshing = RefreshTask()

    init(_ source: Source, policy: CachePolicy) {
        self.source = source
        self.policy = policy
    }

    /// Waits for the next response; `nil` when the task is cancelled.
    func next() async -> ContactResponse? {
        while step != .end {
            do {
                try Task.checkCancellation()
                if let response = try await advance() { return response }
            } catch let error as RepositoryError {
                return .failure(error)
            } catch is CancellationError {
                // The consumer has gone.
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
            lastPagesBefore = source.lastPageCount()
            refreshing.start(source.refresh)
            return .loading
        case .refresh: return try await awaitRefresh()
        case .watch: return try await watch()
        case .end: return nil
        }
    }

    private func start() async throws -> ContactResponse? {
        // Set first: a failure of the store is reported once, then the observer waits for a change.
        step = .watch
        note(try await source.revision())
        let needsRefresh = try await source.needsRefresh()
        switch policy {
        case .networkOnly, .networkFirst:
            step = .load
            return nil
        case .cacheFirst, .cacheThenRefresh, .cacheOnly:
            step = needsRefresh ? .load : .watch
            // An empty page is no response while a refresh is about to fill it.
            if needsRefresh, try await !source.hasPeople() { return nil }
            return try await read()
        }
    }

    private func awaitRefresh() async throws -> ContactResponse? {
        // Under policies that refresh first, no page is returned before the refresh ends.
        if shown != nil, !isAtLastPage, try await hasChangedBeforeEnd(), !isAtLastPage {
            let response = try await readIfChanged()
            // What was read may contain the last page, which is told once, as the refresh's.
            if !isAtLastPage { return response }
        }
        guard let result = await refreshing.result() else { throw CancellationError() }
        step = .watch
        switch result {
        case .success(let notices):
            note(try await source.revision())
            return try await read(as: .network, notices: notices)
        case .failure(let error as RepositoryError):
            guard let notices = try? await source.fallback(error) else {
                // A write that no page has shown yet is a response of its own after the failure.
                if shown == nil { note(try await source.revision()) }
                return .failure(error)
            }
            note(try await source.revision())
            return try await read(as: .store, notices: notices)
        case .failure(let error):
            throw error
        }
    }

    /// Whether the refresh stores its last page or has ended: from then on its own page shows all that was written.
    private var isAtLastPage: Bool { refreshing.hasEnded || source.lastPageCount() != lastPagesBefore }

    /// Waits for the end of the refresh; returns `true` when the store changed earlier.
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
        let page = try await source.read()
        guard page != shown else { return nil }
        shown = page
        return .page(page, .store)
    }

    private func note(_ revision: StoreRevision) {
        seen = source.changeCount()
        self.revision = revision
    }

    private func read(
        as origin: ContactResponse.Origin = .store,
        notices: [RepositoryNotice] = []
    ) async throws -> ContactResponse {
        let stored = try await source.read()
        shown = stored
        var page = stored
        page.notices = notices + stored.notices
        return .page(page, origin)
    }
}

/// Waits for one write of a store after the other.
private actor StoreWatch {
    private let revision: @Sendable () async throws -> StoreRevision
    private let change: @Sendable (StoreRevision?, Int) async -> Void
    private let changeCount: @Sendable () -> Int
    /// The revision and the number of own writes before the wait; `nil` before the first one.
    private var before: (revision: StoreRevision?, seen: Int)?

    init(
        revision: @escaping @Sendable () async throws -> StoreRevision,
        change: @escaping @Sendable (StoreRevision?, Int) async -> Void,
        changeCount: @escaping @Sendable () -> Int
    ) {
        self.revision = revision
        self.change = change
        self.changeCount = changeCount
    }

    /// Waits for the next write; `nil` when the task is cancelled.
    func next() async -> Void? {
        if before == nil { before = await now() }
        while !Task.isCancelled {
            let (old, seen) = before ?? (nil, 0)
            await change(old, seen)
            let new = await now()
            before = new
            // A revision that cannot be read is no change; the next poll reads it again.
            if new.seen != seen || (new.revision != nil && new.revision != old) { return Task.isCancelled ? nil : () }
        }
        return nil
    }

    private func now() async -> (revision: StoreRevision?, seen: Int) {
        let seen = changeCount()
        return (try? await revision(), seen)
    }
}

/// A refresh that runs concurrently with its observer and is cancelled with it.
final class RefreshTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var result: Result<[RepositoryNotice], any Error>?
    }

    private let state = Mutex(State())
    private let ended = ChangeSignal()

    deinit { cancel() }

    /// Starts the work; an observer calls it once.
    func start(_ work: @escaping @Sendable () async throws -> [RepositoryNotice]) {
        let task = Task { [weak self] in
            let result: Result<[RepositoryNotice], any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            self?.end(result)
        }
        state.withLock { $0.task = task }
    }

    /// Whether the work has ended.
    var hasEnded: Bool { state.withLock { $0.result != nil } }

    /// Waits for the end of the work; `nil` when the waiting task was cancelled.
    func result() async -> Result<[RepositoryNotice], any Error>? {
        await ended.wait(after: 0)
        return state.withLock { $0.result }
    }

    /// Cancels the work.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    private func end(_ result: Result<[RepositoryNotice], any Error>) {
        state.withLock { $0.result = result }
        ended.send()
    }
}
