package import Primitives
import Synchronization

/// A ``ContactRepository`` that reads from the store and refreshes it from the API according to the ``CachePolicy``.
package final class CachingContactRepository: ContactRepository {
    let dao: any ContactDAO
    /// The watches to notify of the writes of this repository.
    let watches = Mutex<[StoreWatch]>([])
    let clock: any Clock<Duration>
    /// The interval for polling the store for writes by other processes if its file can't be watched.
    let pollInterval: Duration
    /// The absolute path of the file to watch for such writes.
    let file: String?
    /// The source of people; `nil` if all contacts are the user's own, in which case the network is never used.
    private let api: (any ContactAPI)?
    /// The number of people that an empty store is filled with.
    let pageSize: Int
    let now: @Sendable () -> Date

    /// Creates a repository over a store and an API; a store of the user's own contacts has no API.
    package init(
        dao: any ContactDAO,
        api: (any ContactAPI)?,
        pageSize: Int,
        file: String? = nil,
        pollInterval: Duration = .milliseconds(500),
        clock: any Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.dao = dao
        self.api = api
        self.pageSize = pageSize
        self.file = file
        self.pollInterval = pollInterval
        self.clock = clock
        self.now = now
    }

    package func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        guard query.limit >= 1 else {
            throw RepositoryError.invalid("A page of \(query.limit) contacts cannot be read; ask for 1 or more.")
        }
        // A later page must match the state of the first one, so it never refreshes.
        guard query.after == nil, let api else { return try await read(query) }
        let notices: [RepositoryNotice] =
            switch policy {
            case .cacheOnly: []
            case .networkOnly: try await refresh(from: api, olderThan: nil)
            case .cacheFirst(let maxAge): try await refresh(from: api, ifOlderThan: maxAge)
            }
        var page = try await read(query)
        page.notices = notices + page.notices
        return page
    }

    private func read(_ query: ContactQuery) async throws -> ContactPage {
        try await query.inParts { [dao] in try await dao.contacts($0) }
    }

    package func contact(matching prefix: String) async throws -> Contact {
        guard !prefix.isEmpty else {
            throw RepositoryError.invalid("The identifier is empty; give one, or the beginning of one.")
        }
        let found = try await dao.contacts(withPrefix: prefix, limit: 11)
        guard let first = found.first else { throw RepositoryError.noContact(ContactID(rawValue: prefix)) }
        // An identifier may be the prefix of another; the exact match sorts first.
        if found.count == 1 || first.id.rawValue.utf8.elementsEqual(prefix.utf8) { return first }
        let count = found.count > 10 ? "more than 10" : "\(found.count)"
        throw RepositoryError(
            .ambiguous,
            "“\(DisplaySafeText.line(prefix, limit: 64))” is the beginning of \(count) identifiers; type more characters.",
            candidates: Array(found.prefix(10))
        )
    }

    /// Fetches pages until the store contains the pages 1 to `request.pages`.
    ///
    /// Starts at the first missing page, or fetches all pages if none is missing. Each page is stored in one
    /// transaction and then reported. Ending the iteration cancels the rest; stored pages are kept.
    package func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
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
            throw RepositoryError.invalid(
                "\(request.pages) pages of \(request.results) people cannot be fetched; give 1 to 10000 pages of 1 to 5000."
            )
        }
        guard let api else {
            throw RepositoryError.invalid("The book has no API to fetch from; its contacts are your own.")
        }
        try await dao.requireSound()
        let state = try await dao.state(of: api.source)
        let held = state.pages.filter { $0.results == request.results }
        let numbers = Set(held.map(\.page))
        let first = (1...request.pages).first { !numbers.contains($0) } ?? 1
        let pages = (first...request.pages).map { page in
            held.first { $0.page == page } ?? StoreState.HeldPage(page: page, results: request.results)
        }
        var progress = SyncProgress(pagesDone: 0, pagesTotal: pages.count, people: 0)
        let result = await Result(awaiting: {
            try await fetch(pages, of: state.source, from: api) { people, notices in
                progress.pagesDone += 1
                progress.people += people
                progress.notices = notices
                report(progress)
            }
        })
        // Record partial fetches, too, and those without new people:
        // an undo would otherwise revert the step before.
        if progress.people > 0 { _ = try await record(.fetch(people: progress.people), title: "sync") }
        try result.get()
    }
}

// Operations of the store; each write is signaled.
extension CachingContactRepository {
    func signaling<Answer>(_ write: () async throws -> Answer) async throws -> Answer {
        let answer = try await write()
        // Not awaited, because reading the revision may have to wait for another write.
        for watch in watches.withLock(\.self) { Task { await watch.look(isWritten: true) } }
        return answer
    }

    package func apply(_ changes: [ContactChange], title: String, note: StepNote?) async throws -> [Contact] {
        try await signaling { try await dao.apply(changes, title: title, note: note) }
    }

    package func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary {
        try await signaling { try await dao.importContacts(title: title, duplicates: duplicates, next: next) }
    }

    package func turn(steps: Int, isUndone: Bool) async throws -> [HistoryStep] {
        try await signaling { try await dao.turn(steps: steps, isUndone: isUndone) }
    }

    package func clearCache() async throws -> Int { try await signaling { try await dao.clearCache() } }
}

// Operations of the store that don't change contacts.
extension CachingContactRepository {
    package func count(_ filter: ContactFilter) async throws -> Int { try await dao.count(filter) }
    package func overview() async throws -> StoreOverview { try await dao.overview() }
    package func cacheOverview() async throws -> CacheOverview { try await dao.cacheOverview() }
    package func contacts(withIDs ids: [ContactID]) async throws -> [Contact] { try await dao.contacts(withIDs: ids) }
    package func history(limit: Int) async throws -> [HistoryStep] { try await dao.history(limit: limit) }
    package func revisions(of id: ContactID) async throws -> [ContactRevision] { try await dao.revisions(of: id) }
    package func nextStep(isUndone: Bool) async throws -> HistoryStep? { try await dao.nextStep(isUndone: isUndone) }
    package func deleteEmptyGroup(_ name: String) async throws -> Bool { try await dao.deleteEmptyGroup(name) }

    package func historyStep(_ id: Int64, limit: Int) async throws -> HistoryDetail {
        try await dao.historyStep(id, limit: limit)
    }

    package func record(_ note: StepNote, title: String) async throws -> Int64 {
        try await dao.record(note, title: title)
    }

    package func annotate(_ step: Int64, with note: StepNote) async throws { try await dao.annotate(step, with: note) }
}

/// Reads and changes contacts, in the store and from the API.
///
/// All methods may be called from any task. They throw ``RepositoryError``, and `CancellationError` when the task is
/// cancelled.
public protocol ContactRepository: ContactStore {
    /// Reads a page of contacts; `policy` determines whether to refresh first.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Reads the contact with the identifier, or the only one whose identifier begins with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` or `ambiguous`, or of the store.
    func contact(matching prefix: String) async throws -> Contact
}

/// The policy for when a read may use the network.
///
/// Under every policy, the result is read from the store: fetched people are stored first.
public enum CachePolicy: Hashable, Codable, Sendable {
    /// Reads the store, after a refresh if it is empty or its fetched contacts are older than `maxAge`.
    ///
    /// If the network fails, the stored contacts are returned with their age. A store that was never filled from the
    /// API, because its contacts were typed or imported, isn't refreshed.
    case cacheFirst(maxAge: Duration)
    case cacheOnly
    /// Refreshes first; the read fails if the network fails.
    case networkOnly
}
