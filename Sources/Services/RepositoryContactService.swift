public import Repository

/// Finds and changes contacts in a repository; what cannot be a name, an address or a number never gets there.
public struct RepositoryContactService: ContactService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Finds the contact with the identifier or the unique prefix of one.
    public func contact(matching prefix: String) async throws -> Contact {
        try await repository.contact(matching: prefix)
    }

    /// Checks the edit and applies it.
    public func edit(matching prefix: String, with edit: ContactEdit) async throws -> Contact {
        try ContactEditRules.check(edit)
        let contact = try await repository.contact(matching: prefix)
        try ContactEditRules.check(edit, of: contact)
        return try await repository.update(contact.id, with: edit)
    }
}
