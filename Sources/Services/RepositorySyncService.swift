public import Repository

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
