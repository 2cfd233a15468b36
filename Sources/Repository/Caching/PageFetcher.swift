#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
#else
import struct Foundation.Date
#endif

/// Fetches pages from the API and stores each in one transaction.
///
/// It is a pipeline of two stages: the next page is requested while one is stored.
struct PageFetcher: Sendable {
    /// A page that was stored, or confirmed as unchanged.
    struct StoredPage {
        var people: Int
        var notices: [RepositoryNotice] = []
    }

    /// An answer of the API, with its time.
    private struct Answer {
        /// The people; `nil` when the page has not changed.
        var page: RemotePage?
        var time: Date
    }

    let dao: any ContactDAO
    let api: any ContactAPI
    /// Signaled after each write.
    let changes: ChangeSignal
    let now: @Sendable () -> Date

    /// Fetches the pages in order, stores each, and reports each to `stored`.
    func fetch(
        _ pages: [StoreState.HeldPage],
        of source: ContactSource,
        stored: (StoredPage) -> Void
    ) async throws {
        var source = source
        guard let first = pages.first else { return }
        var answer = try await request(first, of: source)
        for (index, page) in pages.enumerated() {
            let requested = source
            guard index + 1 < pages.count else {
                _ = try await store(answer, page, of: requested, stored: stored)
                return
            }
            let next = pages[index + 1]
            if requested.seed.isEmpty {
                // The seed that the server chooses is known only after its first page is stored.
                source = try await store(answer, page, of: requested, stored: stored)
                answer = try await request(next, of: source)
            } else {
                async let early = request(next, of: requested)
                source = try await store(answer, page, of: requested, stored: stored)
                answer = try await early
            }
        }
    }

    private func request(_ page: StoreState.HeldPage, of source: ContactSource) async throws -> Answer {
        let people = try await api.people(
            onPage: page.page,
            results: page.results,
            seed: source.seed,
            unless: PageRefresh.validator(page, now: now())
        )
        return Answer(page: people, time: now())
    }

    /// Stores the answer to the request for a page, and returns the source to request from then on.
    private func store(
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
