import Primitives

// The use of the network.
extension CachingContactRepository {
    /// Refreshes the store if it is empty or older than `maxAge`; if that fails, a notice reports the store's age.
    ///
    /// - Throws: Network errors if the store is empty, and every other error.
    func refresh(from api: any ContactAPI, ifOlderThan maxAge: Duration) async throws -> [RepositoryNotice] {
        let state = try await dao.state(of: api.source)
        if state.hasPeople {
            // Nothing was ever fetched: all contacts are the user's own, so don't add others without being asked.
            guard let oldest = state.oldestFetch else { return [] }
            guard Self.isExpired(oldest, maxAge, now: now()) else { return [] }
        }
        do {
            return try await refresh(from: api, olderThan: maxAge)
        } catch let error as RepositoryError {
            let state = try await dao.state(of: api.source)
            // Stored contacts are better than an error if the network or server failed, but not for a user's mistake.
            let isTheirs = [.network, .server, .rateLimited, .unauthorized].contains(error.code)
            guard isTheirs, state.hasPeople else { throw error }
            let age = state.oldestFetch.map { now().timeIntervalSince($0) } ?? 0
            return [.stale(age: .seconds(max(0, age)), cause: error)]
        }
    }

    /// Fetches the stored pages older than `maxAge`, or all of them if it is `nil`; the first page if none is stored.
    func refresh(from api: any ContactAPI, olderThan maxAge: Duration?) async throws -> [RepositoryNotice] {
        let state = try await dao.state(of: api.source)
        var pages = [StoreState.HeldPage(page: 1, results: pageSize)]
        if !state.pages.isEmpty, state.hasPeople {
            let now = now()
            // Of several pages with the same number, the largest includes the others, so only that one is fetched.
            var largest: [Int: StoreState.HeldPage] = [:]
            for held in state.pages where held.results > largest[held.page]?.results ?? 0 { largest[held.page] = held }
            let expired = largest.values.filter { held in
                maxAge.map { Self.isExpired(held.fetchedAt, $0, now: now) } ?? true
            }
            pages = expired.sorted { $0.page < $1.page }
        }
        var notices: [RepositoryNotice] = []
        try await fetch(pages, of: state.source, from: api) { notices += $1 }
        return notices
    }

    /// An API response and its time; the page is `nil` if it hasn't changed.
    private typealias Answer = (page: RemotePage?, time: Date)

    /// Fetches the pages in order, and stores each in one transaction; meanwhile, the next one is requested.
    ///
    /// `stored` is called with the number of people on a page that was stored or confirmed as unchanged, and with its
    /// notices.
    func fetch(
        _ pages: [StoreState.HeldPage],
        of source: ContactSource,
        from api: any ContactAPI,
        stored: (_ people: Int, [RepositoryNotice]) -> Void
    ) async throws {
        @Sendable func request(_ page: StoreState.HeldPage, of source: ContactSource) async throws -> Answer {
            // A week after a page was stored, it is fetched as a whole, in case the server never reports a change.
            let isRecent = (0..<604_800).contains(now().timeIntervalSince(page.storedAt))
            let people = try await api.people(
                onPage: page.page,
                results: page.results,
                seed: source.seed,
                unless: isRecent ? page.validator : nil
            )
            return (people, now())
        }
        // Stores a response, and returns the source for the following requests.
        func store(_ answer: Answer, _ page: StoreState.HeldPage, _ source: ContactSource) async throws -> ContactSource
        {
            guard let people = answer.page else {
                try await signaling { try await dao.confirm(page, of: source, at: answer.time) }
                stored(page.people, [])
                return source
            }
            var asked = api.source
            if asked.seed.isEmpty { asked.seed = source.seed }
            let fetched = FetchedPage(
                asked: asked,
                page: page.page,
                results: page.results,
                fetchedAt: answer.time,
                answer: people
            )
            let next = try await signaling { try await dao.store(fetched) }
            stored(people.people.count, people.notices)
            return next
        }
        var source = source
        var early: Answer?
        for (index, page) in pages.enumerated() {
            let requested = source
            let answer = if let early { early } else { try await request(page, of: requested) }
            early = nil
            guard index + 1 < pages.count, !requested.seed.isEmpty else {
                // A seed chosen by the server is only known after its first page is stored.
                source = try await store(answer, page, requested)
                continue
            }
            async let next = request(pages[index + 1], of: requested)
            source = try await store(answer, page, requested)
            early = try await next
        }
    }

    /// Whether data fetched at this time is older than `maxAge`.
    ///
    /// A time more than five minutes in the future was written with a wrong clock, and counts as expired.
    private static func isExpired(_ fetchedAt: Date, _ maxAge: Duration, now: Date) -> Bool {
        let age = now.timeIntervalSince(fetchedAt)
        return age < -300 || age >= maxAge / .seconds(1)
    }
}

extension StoreState {
    fileprivate var oldestFetch: Date? { pages.map(\.fetchedAt).min() ?? lastFetch }
}
