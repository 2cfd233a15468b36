public import Repository

// Use cases that are a single operation of the repository. They are narrow, so that a bloc gets only what it needs and
// tests have little to stub. The repository itself conforms to them, since a type in between would only forward.

/// Reads the list of contacts page by page.
public protocol ContactListService: Sendable {
    /// Reads one page; `policy` decides whether to use the network before the store responds.
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

    /// Removes everything that can be fetched again; local changes and new contacts are kept.
    ///
    /// - Returns: The number of people removed from the store.
    func clearCache() async throws -> Int
}

/// Fetches people from the API into the store.
public protocol SyncService: Sendable {
    /// Fetches pages, and reports each one once it is stored.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}

/// Imports contacts from other sources into the store.
public protocol ImportService: Sendable {
    /// Imports the batches that `next` returns until it returns `nil`, as one history step.
    ///
    /// If `next` throws or the task is cancelled, nothing is imported. No contact is rejected for its values, so that
    /// nothing in a file is lost.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary
}

/// Watches the store for changes while it is displayed.
public protocol StoreWatchService: Sendable {
    /// Returns a stream with an element after each write to the store, by this process or another one.
    func storeChanges() -> AsyncStream<Void>
}

extension CachingContactRepository: ContactListService, OverviewService, CacheService, SyncService, ImportService,
    StoreWatchService
{}
