public import Repository

/// Counts what there is.
public protocol OverviewService: Sendable {
    /// What the store holds, in numbers.
    func overview() async throws -> StoreOverview
}

/// Counts and forgets what was fetched.
public protocol CacheService: Sendable {
    /// What the store holds of what was fetched.
    func overview() async throws -> CacheOverview

    /// Forgets what can be fetched again; nothing that was changed or made here is lost.
    ///
    /// - Returns: How many people were forgotten.
    func clear() async throws -> Int
}

/// Fills the store from the API.
public protocol SyncService: Sendable {
    /// Fetches pages and reports each once it is stored.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}

/// Brings contacts from elsewhere into the store.
public protocol ImportService: Sendable {
    /// Imports what `next` gives in batches until it gives `nil`, as one step of history.
    ///
    /// When `next` throws or the task is cancelled, nothing was imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary
}

/// Reads the list of contacts page by page.
public protocol ContactListService: Sendable {
    /// Reads one page.
    func page(of query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Counts whom the filter finds in the store.
    func count(_ filter: ContactFilter) async throws -> Int
}
