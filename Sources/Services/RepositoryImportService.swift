public import Repository

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
