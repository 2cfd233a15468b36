public import Repository

// Use cases that are a single operation of the repository. They are narrow, so that a bloc gets only what it needs and a
// test has little to stub. The repository itself conforms to them, since a type in between would only forward.

/// Reads the list of contacts page by page.
public protocol ContactListService: Sendable {
    /// Reads one page; `policy` decides whether the network may be used before the store answers.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    func count(_ filter: ContactFilter) async throws -> Int
}

/// Counts the stored contacts.
public protocol OverviewService: Sendable {
    func overview() async throws -> StoreOverview
}

/// Counts and clears fetched contacts.
public protocol CacheService: Sendable {
    func cacheOverview() async throws -> CacheOverview

    /// Removes everything that can be fetched again; nothing that was changed or created here is lost.
    ///
    /// - Returns: The number of people removed from the store.
    func clearCache() async throws -> Int
}

/// Fetches people from the API into the store.
public protocol SyncService: Sendable {
    /// Fetches pages and reports each once it is stored.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}

/// Imports contacts from elsewhere into the store.
public protocol ImportService: Sendable {
    /// Imports the batches that `next` returns until it returns `nil`, as one step of history.
    ///
    /// If `next` throws or the task is cancelled, nothing is imported. No contact is refused for its values, so that
    /// nothing in a file is lost.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary
}

extension CachingContactRepository: ContactListService, OverviewService, CacheService, SyncService, ImportService {}

/// Watches the store for changes while the program shows it.
public protocol StoreWatchService: Sendable {
    /// Returns an element after each write of the store, by this process or another one.
    func storeChanges() -> AsyncStream<Void>
}

extension CachingContactRepository: StoreWatchService {}
