public import Repository

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
