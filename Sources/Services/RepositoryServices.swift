public import Repository

/// Reads the list from a repository.
public struct RepositoryContactListService: ContactListService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Reads one page.
    public func page(of query: ContactQuery, policy: CachePolicy) async throws -> ContactPage {
        try await repository.contacts(query, policy: policy)
    }

    /// Counts whom the filter finds in the store.
    public func count(_ filter: ContactFilter) async throws -> Int {
        try await repository.count(filter)
    }
}

/// Counts what a repository has.
public struct RepositoryOverviewService: OverviewService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// What the store holds, in numbers.
    public func overview() async throws -> StoreOverview {
        try await repository.overview()
    }
}

/// What a repository holds of what was fetched.
public struct RepositoryCacheService: CacheService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// What the store holds of what was fetched.
    public func overview() async throws -> CacheOverview {
        try await repository.cacheOverview()
    }

    /// Forgets what can be fetched again.
    public func clear() async throws -> Int {
        try await repository.clearCache()
    }
}

/// Fills the store behind a repository.
public struct RepositorySyncService: SyncService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Fetches pages and reports each once it is stored.
    public func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        repository.synchronize(request)
    }
}

/// Imports into a repository; nothing in the contacts is refused, as nothing of them may get lost.
public struct RepositoryImportService: ImportService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Imports contacts.
    public func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary {
        try await repository.importContacts(title: title, duplicates: duplicates, next: next)
    }
}
