import Synchronization

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

/// A refresh that runs beside its observer and ends with it.
final class RefreshTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var result: Result<[RepositoryNotice], any Error>?
    }

    private let state = Mutex(State())
    private let ended = ChangeSignal()

    deinit { cancel() }

    /// Begins the work; an observer does so once.
    func start(_ work: @escaping @Sendable () async throws -> [RepositoryNotice]) {
        let task = Task { [weak self] in
            let result: Result<[RepositoryNotice], any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            self?.end(result)
        }
        state.withLock { $0.task = task }
    }

    /// Waits for the end of the work; `nil` when the task that waits was cancelled.
    func result() async -> Result<[RepositoryNotice], any Error>? {
        await ended.wait(after: 0)
        return state.withLock { $0.result }
    }

    /// Ends the work.
    func cancel() {
        state.withLock { $0.task }?.cancel()
    }

    private func end(_ result: Result<[RepositoryNotice], any Error>) {
        state.withLock { $0.result = result }
        ended.send()
    }
}

/// What an observer of contacts is told, one after the other; failures are told too, and end nothing.
public enum ContactResponse: Equatable, Sendable {
    /// Where a page that is shown comes from.
    public enum Origin: Equatable, Sendable {
        /// It was read before, and nothing has changed since.
        case memory
        /// It was read from the store.
        case store
        /// It was read from the store after the network had answered.
        case network
    }

    /// The network is being asked.
    case loading
    /// The contacts as they are now.
    case page(ContactPage, Origin)
    /// The network or the store failed; the next change is told again.
    case failure(RepositoryError)

    /// The page, if this has one.
    public var page: ContactPage? {
        if case .page(let page, _) = self { page } else { nil }
    }
}

/// Wakes those who wait for a change.
///
/// Changes are counted, so that one between two waits is not missed.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waiters who were cancelled before they had begun to wait.
        var left: Set<Int> = []
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// The changes so far.
    var count: Int { state.withLock { $0.count } }

    /// How many wait.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Tells everybody who waits.
    func send() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until there are more changes than `seen`, or the task is cancelled.
    func wait(after seen: Int) async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let hasLeft = state.left.remove(waiter) != nil
                    if hasLeft || state.count > seen { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                guard let continuation = state.waiters.removeValue(forKey: waiter) else {
                    state.left.insert(waiter)
                    return nil as CheckedContinuation<Void, Never>?
                }
                return continuation
            }
            continuation?.resume()
        }
        state.withLock { _ = $0.left.remove(waiter) }
    }
}
