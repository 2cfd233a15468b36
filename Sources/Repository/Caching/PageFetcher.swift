import Primitives

/// Fetches pages from the API and stores each in one transaction.
///
/// The stages are pipelined: the next page is requested while the previous one is stored.
struct PageFetcher: Sendable {
    /// An API response and its time; the page is `nil` if it hasn't changed.
    private typealias Answer = (page: RemotePage?, time: Date)

    let dao: any ContactDAO
    let api: any ContactAPI
    /// Signaled after each write.
    let changes: ChangeSignal
    let now: @Sendable () -> Date

    /// Called with the number of people on a page that was stored or confirmed as unchanged, and with its notices.
    typealias Report = (_ people: Int, [RepositoryNotice]) -> Void

    /// Fetches the pages in order, stores each, and reports it to `stored`.
    func fetch(
        _ pages: [StoreState.HeldPage],
        of source: ContactSource,
        stored: Report
    ) async throws {
        var source = source
        var early: Answer?
        for (index, page) in pages.enumerated() {
            let requested = source
            let answer = if let early { early } else { try await request(page, of: requested) }
            early = nil
            guard index + 1 < pages.count, !requested.seed.isEmpty else {
                // A seed chosen by the server is only known after its first page is stored.
                source = try await store(answer, page, of: requested, stored: stored)
                continue
            }
            async let next = request(pages[index + 1], of: requested)
            source = try await store(answer, page, of: requested, stored: stored)
            early = try await next
        }
    }

    private func request(_ page: StoreState.HeldPage, of source: ContactSource) async throws -> Answer {
        let people = try await api.people(
            onPage: page.page,
            results: page.results,
            seed: source.seed,
            unless: PageRefresh.validator(page, now: now())
        )
        return (people, now())
    }

    /// Stores the response for a page, and returns the source for the following requests.
    private func store(
        _ answer: Answer,
        _ page: StoreState.HeldPage,
        of source: ContactSource,
        stored: Report
    ) async throws -> ContactSource {
        guard let people = answer.page else {
            try await dao.confirm(page, of: source, at: answer.time)
            changes.send()
            stored(page.people, [])
            return source
        }
        var asked = api.source
        if asked.seed.isEmpty { asked.seed = source.seed }
        let next = try await dao.store(
            FetchedPage(asked: asked, page: page.page, results: page.results, fetchedAt: answer.time, answer: people)
        )
        changes.send()
        stored(people.people.count, people.notices)
        return next
    }
}

enum PageRefresh {
    /// Returns the pages to fetch so that no stored page is older than `maxAge`; the first page if none is stored.
    ///
    /// Of several stored pages with the same number, the largest includes the others, so only that one is fetched.
    static func pages(_ state: StoreState, maxAge: Duration?, pageSize: Int, now: Date) -> [StoreState.HeldPage] {
        guard !state.pages.isEmpty, state.hasPeople else {
            return [.missing(1, results: pageSize)]
        }
        var largest: [Int: StoreState.HeldPage] = [:]
        for held in state.pages where held.results > largest[held.page]?.results ?? 0 { largest[held.page] = held }
        return largest.values.filter { held in
            guard let maxAge else { return true }
            return isExpired(held.fetchedAt, maxAge: maxAge, now: now)
        }.sorted { $0.page < $1.page }
    }

    /// Returns the validator for a conditional request.
    ///
    /// It is dropped a week after the page was stored, in case the server never reports a change.
    static func validator(_ page: StoreState.HeldPage, now: Date) -> String? {
        (0..<604_800).contains(now.timeIntervalSince(page.storedAt)) ? page.validator : nil
    }

    /// Whether data fetched at this time is older than `maxAge`.
    ///
    /// A time more than five minutes in the future was written with a wrong clock, and counts as expired.
    static func isExpired(_ fetchedAt: Date, maxAge: Duration, now: Date) -> Bool {
        let age = now.timeIntervalSince(fetchedAt)
        return age < -300 || age >= maxAge / .seconds(1)
    }
}
