public import Repository

// Use cases that are one operation of the repository each. They are narrow, so that a bloc gets what it needs and a test
// stubs little; the repository conforms to them itself, since a type in between would only forward.

/// Reads the list of contacts page by page.
public protocol ContactListService: Sendable {
    /// Reads one page; `policy` says whether the network may be asked before the store answers.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Counts the stored contacts that the filter matches.
    func count(_ filter: ContactFilter) async throws -> Int
}

/// Counts what is stored.
public protocol OverviewService: Sendable {
    /// What the store holds, in numbers.
    func overview() async throws -> StoreOverview
}

/// Counts and clears what was fetched.
public protocol CacheService: Sendable {
    /// What the store holds of what was fetched.
    func cacheOverview() async throws -> CacheOverview

    /// Clears what can be fetched again; nothing that was changed or made here is lost.
    ///
    /// - Returns: How many people were removed from the store.
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
    /// When `next` throws or the task is cancelled, nothing was imported. No contact is refused for its values: a file
    /// must not lose anything on its way.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary
}

extension CachingContactRepository: ContactListService, OverviewService, CacheService, SyncService, ImportService {}
