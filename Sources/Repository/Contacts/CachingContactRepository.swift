public import struct Foundation.Date

/// Answers from the store, and asks the API first when the policy says so and the store is too old.
///
/// Concurrent refreshes share one run. People from the API are shown only once they are stored.
public final class CachingContactRepository: ContactRepository {
    private enum Refresh: Hashable, Sendable {
        case all
        case expired(Duration)
    }

    private let dao: any ContactDAO
    private let api: any ContactAPI
    private let pageSize: Int
    private let now: @Sendable () -> Date
    private let refreshes = SingleFlight<Refresh, [RepositoryNotice]>()

    /// Creates a repository over a store and an API; an empty store is filled with a page of `pageSize` people.
    public init(
        dao: any ContactDAO,
        api: any ContactAPI,
        pageSize: Int,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dao = dao
        self.api = api
        self.pageSize = pageSize
        self.now = now
    }

    /// Reads a page of contacts.
    public func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        guard query.limit >= 1 else {
            throw RepositoryError(.invalidInput, "A page of \(query.limit) contacts cannot be read; ask for 1 or more.")
        }
        // The pages after the first belong to what the first showed.
        guard query.after == nil else { return try await dao.contacts(query) }
        let notices: [RepositoryNotice] =
            switch policy {
            case .cacheOnly: []
            case .networkOnly: try await refresh(.all)
            case .cacheFirst(let maxAge): try await refreshIfNeeded(maxAge: maxAge)
            }
        var page = try await dao.contacts(query)
        page.notices = notices + page.notices
        return page
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
            "“\(ShownText.line(prefix, limit: 64))” is the beginning of \(count) identifiers; type more of it.",
            candidates: Array(found.prefix(10))
        )
    }

    /// Applies a local edit.
    public func update(_ id: ContactID, with edit: ContactEdit) async throws -> Contact {
        try await dao.update(id, with: edit, at: now())
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
        var source = state.source
        var progress = SyncProgress(pagesDone: 0, pagesTotal: request.pages - first + 1, people: 0)
        for page in first...request.pages {
            let wanted = held.first { $0.page == page } ?? .missing(page, results: request.results)
            let stored = try await fetch(wanted, of: source)
            source = stored.source
            progress.pagesDone += 1
            progress.people += stored.people
            progress.notices = notices + stored.notices
            notices = []
            report(progress)
        }
    }

    /// Refreshes what is too old, and settles for what there is when that fails.
    private func refreshIfNeeded(maxAge: Duration) async throws -> [RepositoryNotice] {
        let state = try await dao.state(of: api.source)
        let oldest = state.pages.map(\.fetchedAt).min() ?? state.lastFetch
        if state.hasPeople {
            // Without a fetch, everybody was added by hand and gets no company unasked.
            guard let oldest, PageRefresh.isExpired(oldest, maxAge: maxAge, now: now()) else { return [] }
        }
        do {
            return try await refresh(.expired(maxAge))
        } catch let error as RepositoryError where error.mayBeAnsweredFromStore {
            guard try await dao.state(of: api.source).hasPeople else { throw error }
            let age = oldest.map { now().timeIntervalSince($0) } ?? 0
            return [.stale(age: .seconds(max(0, age)), cause: error)]
        }
    }

    private func refresh(_ kind: Refresh) async throws -> [RepositoryNotice] {
        try await refreshes.run(kind) { [self] in
            let state = try await dao.state(of: api.source)
            let maxAge: Duration? = if case .expired(let age) = kind { age } else { nil }
            var source = state.source
            var notices: [RepositoryNotice] = []
            for page in PageRefresh.pages(state, maxAge: maxAge, pageSize: pageSize, now: now()) {
                let stored = try await fetch(page, of: source)
                source = stored.source
                notices += stored.notices
            }
            return notices
        }
    }

    /// What became of a page, and the source to ask for from then on.
    private struct StoredPage {
        var people: Int
        var notices: [RepositoryNotice] = []
        var source: ContactSource
    }

    /// Fetches a page and stores it, or learns that it has not changed.
    private func fetch(_ page: StoreState.HeldPage, of source: ContactSource) async throws -> StoredPage {
        let answer = try await api.people(
            onPage: page.page,
            results: page.results,
            seed: source.seed,
            unless: PageRefresh.validator(page, now: now())
        )
        guard let answer else {
            try await dao.confirm(page, of: source, at: now())
            return StoredPage(people: page.people, source: source)
        }
        var asked = api.source
        if asked.seed.isEmpty { asked.seed = source.seed }
        let next = try await dao.store(
            FetchedPage(asked: asked, page: page.page, results: page.results, fetchedAt: now(), answer: answer)
        )
        return StoredPage(people: answer.people.count, notices: answer.notices, source: next)
    }
}

extension RepositoryError {
    /// Whether older contacts are better than this error: the network's or the server's fault, not the user's.
    fileprivate var mayBeAnsweredFromStore: Bool {
        [.network, .server, .rateLimited, .unauthorized].contains(code)
    }
}
