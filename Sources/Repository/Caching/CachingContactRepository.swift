public import struct Foundation.Date

/// Answers from the store, and asks the API first when the policy says so and the store is too old.
///
/// Concurrent refreshes share one run. People from the API are shown only once they are stored. Pages that were read stay
/// in memory as long as the store has not changed.
public final class CachingContactRepository: ContactRepository {
    enum Refresh: Hashable, Sendable {
        case all
        case expired(Duration)
    }

    let dao: any ContactDAO
    /// Tells observers of writes by this repository; those of others are found by asking the store now and then.
    let changes = ChangeSignal()
    let clock: any Clock<Duration>
    let pollInterval: Duration
    private let api: any ContactAPI
    private let pageSize: Int
    let now: @Sendable () -> Date
    private let refreshes = SingleFlight<Refresh, [RepositoryNotice]>()
    private let memory: PageMemory

    /// Creates a repository over a store and an API.
    ///
    /// - Parameters:
    ///   - dao: The store.
    ///   - api: The API.
    ///   - pageSize: How many people an empty store is filled with.
    ///   - memoryLimit: About how many bytes of people may be kept in memory; with 0 the store is read each time.
    ///   - pollInterval: How often the store is asked for changes by other processes, while somebody observes it.
    ///   - clock: The clock for that.
    ///   - now: The time of day.
    public init(
        dao: any ContactDAO,
        api: any ContactAPI,
        pageSize: Int,
        memoryLimit: Int = 0,
        pollInterval: Duration = .milliseconds(500),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dao = dao
        self.api = api
        self.pageSize = pageSize
        self.pollInterval = pollInterval
        self.clock = clock
        self.now = now
        memory = PageMemory(limit: memoryLimit)
    }

    /// Reads a page of contacts.
    public func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        try check(query)
        // The pages after the first belong to what the first showed.
        guard query.after == nil else { return try await read(query).page }
        let notices: [RepositoryNotice] =
            switch policy {
            case .cacheOnly: []
            case .networkOnly, .networkFirst(fallback: false): try await refresh(.all)
            case .networkFirst(fallback: true): try await refresh(.all, elseAgeUnder: policy)
            case .cacheFirst(let maxAge):
                try await needsRefresh(policy) ? try await refresh(.expired(maxAge), elseAgeUnder: policy) : []
            case .cacheThenRefresh: try await refreshBehind()
            }
        var page = try await read(query).page
        page.notices = notices + page.notices
        return page
    }

    /// Reads the store, or what is known to be in it.
    func read(_ query: ContactQuery) async throws -> (page: ContactPage, origin: ContactResponse.Origin) {
        // Who walks through all people passes each later page once; only where a list begins is returned to.
        guard query.after == nil else { return (try await dao.contacts(query), .store) }
        // Asked for first: a write between the two makes what is kept too old, never too new.
        let revision = try await dao.revision()
        if let page = memory.page(of: query, at: revision) { return (page, .memory) }
        let page = try await dao.contacts(query)
        memory.insert(page, of: query, at: revision)
        return (page, .store)
    }

    /// Refuses what cannot be asked.
    func check(_ query: ContactQuery) throws {
        guard query.limit >= 1 else {
            throw RepositoryError(.invalidInput, "A page of \(query.limit) contacts cannot be read; ask for 1 or more.")
        }
    }

    /// Reads the contact with the identifier or the unique prefix of one.
    public func contact(matching prefix: String) async throws -> Contact {
        guard !prefix.isEmpty else {
            throw RepositoryError(.invalidInput, "The identifier is empty; give one, or the beginning of one.")
        }
        let found = try await dao.contacts(withPrefix: prefix, limit: 11)
        guard let first = found.first else { throw RepositoryError.noContact(ContactID(rawValue: prefix)) }
        // One whole identifier may be the beginning of another; it comes first.
        if found.count == 1 || first.id.rawValue.utf8.elementsEqual(prefix.utf8) { return first }
        let count = found.count > 10 ? "more than 10" : "\(found.count)"
        throw RepositoryError(
            .ambiguous,
            "“\(DisplaySafeText.line(prefix, limit: 64))” is the beginning of \(count) identifiers; type more of it.",
            candidates: Array(found.prefix(10))
        )
    }

    /// Makes the store hold the pages 1 to `request.pages`.
    public func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await synchronize(request) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func synchronize(_ request: SyncRequest, report: (SyncProgress) -> Void) async throws {
        guard (1...5000).contains(request.results), (1...10_000).contains(request.pages) else {
            throw RepositoryError(
                .invalidInput,
                "\(request.pages) pages of \(request.results) people cannot be fetched; give 1 to 10000 pages of 1 to 5000."
            )
        }
        var notices = try await dao.setAsideIfDamaged(at: now())
        let state = try await dao.state(of: api.source)
        let held = state.pages.filter { $0.results == request.results }
        let numbers = Set(held.map(\.page))
        let first = (1...request.pages).first { !numbers.contains($0) } ?? 1
        let pages = (first...request.pages).map { page in
            held.first { $0.page == page } ?? .missing(page, results: request.results)
        }
        var progress = SyncProgress(pagesDone: 0, pagesTotal: pages.count, people: 0)
        try await fetch(pages, of: state.source) { stored in
            progress.pagesDone += 1
            progress.people += stored.people
            progress.notices = notices + stored.notices
            notices = []
            report(progress)
        }
    }

    /// Whether the policy wants the network to be asked now.
    func needsRefresh(_ policy: CachePolicy) async throws -> Bool {
        switch policy {
        case .cacheOnly: return false
        case .cacheThenRefresh, .networkFirst, .networkOnly: return true
        case .cacheFirst(let maxAge):
            let state = try await dao.state(of: api.source)
            guard state.hasPeople else { return true }
            // Without a fetch, everybody was added by hand and gets no company unasked.
            guard let oldest = Self.oldestFetch(state) else { return false }
            return PageRefresh.isExpired(oldest, maxAge: maxAge, now: now())
        }
    }

    /// Whether anybody is in the store.
    func hasPeople() async throws -> Bool {
        try await dao.state(of: api.source).hasPeople
    }

    /// The notice with which older people are shown although the network failed.
    ///
    /// - Throws: The error when the policy or the error forbids it, or when there is nobody to show.
    func stale(_ error: RepositoryError, _ policy: CachePolicy) async throws -> [RepositoryNotice] {
        switch policy {
        case .cacheOnly, .networkOnly, .networkFirst(fallback: false): throw error
        case .cacheFirst, .cacheThenRefresh, .networkFirst(fallback: true): break
        }
        let state = try await dao.state(of: api.source)
        guard error.mayBeAnsweredFromStore, state.hasPeople else { throw error }
        let age = Self.oldestFetch(state).map { now().timeIntervalSince($0) } ?? 0
        return [.stale(age: .seconds(max(0, age)), cause: error)]
    }

    /// What an observer under the policy asks of the network.
    func refresh(under policy: CachePolicy) async throws -> [RepositoryNotice] {
        if case .cacheFirst(let maxAge) = policy { return try await refresh(.expired(maxAge)) }
        return try await refresh(.all)
    }

    private func refresh(_ kind: Refresh, elseAgeUnder policy: CachePolicy) async throws -> [RepositoryNotice] {
        do {
            return try await refresh(kind)
        } catch let error as RepositoryError {
            return try await stale(error, policy)
        }
    }

    /// Begins a refresh that is not waited for, unless there is nobody to show meanwhile.
    private func refreshBehind() async throws -> [RepositoryNotice] {
        guard try await hasPeople() else { return try await refresh(.all) }
        // Nobody is left to be told when it fails; who wants to know observes.
        Task { [self] in _ = try? await refresh(.all) }
        return []
    }

    private static func oldestFetch(_ state: StoreState) -> Date? {
        state.pages.map(\.fetchedAt).min() ?? state.lastFetch
    }

    private func refresh(_ kind: Refresh) async throws -> [RepositoryNotice] {
        try await refreshes.run(kind) { [self] in
            let state = try await dao.state(of: api.source)
            let maxAge: Duration? = if case .expired(let age) = kind { age } else { nil }
            let pages = PageRefresh.pages(state, maxAge: maxAge, pageSize: pageSize, now: now())
            var notices: [RepositoryNotice] = []
            try await fetch(pages, of: state.source) { notices += $0.notices }
            return notices
        }
    }

    /// What the API said, and when.
    private struct Answer {
        /// The people; `nil` when the page has not changed.
        var page: RemotePage?
        var time: Date
    }

    /// What became of a page.
    private struct StoredPage {
        var people: Int
        var notices: [RepositoryNotice] = []
    }

    /// Fetches the pages one after the other and stores each; the next one is asked for while one is stored.
    private func fetch(
        _ pages: [StoreState.HeldPage],
        of source: ContactSource,
        stored: (StoredPage) -> Void
    ) async throws {
        var source = source
        guard let first = pages.first else { return }
        var answer = try await ask(first, of: source)
        let spent = DeferredRelease<RemotePage>()
        for (index, page) in pages.enumerated() {
            let asked = source
            guard index + 1 < pages.count else {
                _ = try await keep(answer, page, of: asked, stored: stored)
                return
            }
            let next = pages[index + 1]
            if asked.seed.isEmpty {
                // The seed that the server chooses is known once the first page of it is stored.
                source = try await keep(answer, page, of: asked, stored: stored)
                answer = try await ask(next, of: source)
            } else {
                async let early = ask(next, of: asked, discarding: spent)
                source = try await keep(answer, page, of: asked, stored: stored)
                spent.put(answer.page)
                answer = try await early
            }
        }
    }

    /// Asks for a page, while the one that was stored last is given back.
    private func ask(
        _ page: StoreState.HeldPage,
        of source: ContactSource,
        discarding spent: DeferredRelease<RemotePage>
    ) async throws -> Answer {
        spent.discard()
        return try await ask(page, of: source)
    }

    /// Asks for a page.
    private func ask(_ page: StoreState.HeldPage, of source: ContactSource) async throws -> Answer {
        let people = try await api.people(
            onPage: page.page,
            results: page.results,
            seed: source.seed,
            unless: PageRefresh.validator(page, now: now())
        )
        return Answer(page: people, time: now())
    }

    /// Stores the answer to the request for a page, and returns the source to ask for from then on.
    private func keep(
        _ answer: Answer,
        _ page: StoreState.HeldPage,
        of source: ContactSource,
        stored: (StoredPage) -> Void
    ) async throws -> ContactSource {
        guard let people = answer.page else {
            try await dao.confirm(page, of: source, at: answer.time)
            changes.send()
            stored(StoredPage(people: page.people))
            return source
        }
        var asked = api.source
        if asked.seed.isEmpty { asked.seed = source.seed }
        let next = try await dao.store(
            FetchedPage(asked: asked, page: page.page, results: page.results, fetchedAt: answer.time, answer: people)
        )
        changes.send()
        stored(StoredPage(people: people.people.count, notices: people.notices))
        return next
    }
}

extension RepositoryError {
    /// Whether older contacts are better than this error: the network's or the server's fault, not the user's.
    fileprivate var mayBeAnsweredFromStore: Bool {
        [.network, .server, .rateLimited, .unauthorized].contains(code)
    }
}

extension CachingContactRepository {
    /// Reads the contacts with the identifiers.
    public func contacts(withIDs ids: [ContactID]) async throws -> [Contact] {
        try await dao.contacts(withIDs: ids)
    }

    /// Carries out changes as one step of history.
    public func apply(_ changes: [ContactChange], title: String) async throws -> [Contact] {
        let contacts = try await dao.apply(changes, title: title, at: now())
        self.changes.send()
        return contacts
    }

    /// Imports contacts as one step of history.
    public func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary {
        let summary = try await dao.importContacts(title: title, duplicates: duplicates, at: now(), next: next)
        changes.send()
        return summary
    }

    /// Undoes steps of history.
    public func undo(steps: Int) async throws -> [HistoryStep] {
        let steps = try await dao.undo(steps: steps, at: now())
        changes.send()
        return steps
    }

    /// Does undone steps again.
    public func redo(steps: Int) async throws -> [HistoryStep] {
        let steps = try await dao.redo(steps: steps, at: now())
        changes.send()
        return steps
    }

    /// Lists the steps of history.
    public func history(limit: Int) async throws -> [HistoryStep] {
        try await dao.history(limit: limit)
    }

    /// Counts what the store holds of what was fetched.
    public func cacheOverview() async throws -> CacheOverview {
        try await dao.cacheOverview()
    }

    /// Forgets what can be fetched again.
    public func clearCache() async throws -> Int {
        let count = try await dao.clearCache()
        changes.send()
        return count
    }

    /// Counts whom the filter finds in the store.
    public func count(_ filter: ContactFilter) async throws -> Int {
        try await dao.count(filter)
    }

    /// Counts what the store holds.
    public func overview() async throws -> StoreOverview {
        try await dao.overview()
    }
}
