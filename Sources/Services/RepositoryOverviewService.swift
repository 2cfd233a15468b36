public import Repository

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
