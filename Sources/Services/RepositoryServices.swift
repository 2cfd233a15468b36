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
