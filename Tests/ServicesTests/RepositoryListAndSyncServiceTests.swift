import Repository
import Services
import Synchronization
import Testing

@Suite struct RepositoryListAndSyncServiceTests {
    @Test func `the list is the repository's`() async throws {
        let repository = RecordingRepository()
        let query = ContactQuery(sort: .birthday, limit: 7)
        let page = try await RepositoryContactListService(repository: repository).page(of: query, policy: .networkOnly)
        #expect(page.next == PageCursor(rawValue: "birthday 7 networkOnly"))
    }

    @Test func `the progress is the repository's`() async throws {
        var all: [SyncProgress] = []
        let service = RepositorySyncService(repository: RecordingRepository())
        for try await progress in service.synchronize(SyncRequest(results: 5, pages: 2)) { all.append(progress) }
        #expect(all == [SyncProgress(pagesDone: 0, pagesTotal: 2, people: 5)])
    }
}

/// Answers with what it was asked.
private struct RecordingRepository: ContactRepository {
    func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse> { AsyncStream { nil } }

    func contacts(_ query: ContactQuery, policy: CachePolicy) -> ContactPage {
        ContactPage(contacts: [], next: PageCursor(rawValue: "\(query.sort) \(query.limit) \(policy)"))
    }

    func count(_ filter: ContactFilter) -> Int { filter.text.count }

    func contact(matching prefix: String) -> Contact { Contact(id: ContactID(rawValue: prefix)) }

    func contacts(withIDs ids: [ContactID]) -> [Contact] { [] }
    func apply(_ changes: [ContactChange], title: String) -> [Contact] { [] }
    func undo(steps: Int) -> [HistoryStep] { [] }
    func redo(steps: Int) -> [HistoryStep] { [] }
    func history(limit: Int) -> [HistoryStep] { [] }
    func overview() -> StoreOverview { StoreOverview() }
    func cacheOverview() -> CacheOverview { CacheOverview(pages: 3) }
    func clearCache() -> Int { 7 }
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) -> ImportSummary { ImportSummary() }

    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        AsyncThrowingStream { continuation in
            continuation.yield(SyncProgress(pagesDone: 0, pagesTotal: request.pages, people: request.results))
            continuation.finish()
        }
    }
}
