public import Repository

/// Finds and changes one contact.
public protocol ContactService: Sendable {
    /// Finds the contact with the identifier, with the only identifier that begins so, with exactly this name, or the only
    /// one that the text fits as a query.
    ///
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String) async throws -> Contact

    /// Checks the edit and applies it to the only contact that the text can mean.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` when a value cannot be used (nothing was changed then).
    func edit(matching text: String, with edit: ContactEdit) async throws -> Contact
}

/// Finds and changes contacts in a repository; what cannot be a name, an address or a number never gets there.
public struct RepositoryContactService: ContactService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Finds the only contact that the text can mean.
    public func contact(matching text: String) async throws -> Contact {
        try await ContactFinder(repository: repository).contact(matching: text)
    }

    /// Checks the edit and applies it.
    public func edit(matching text: String, with edit: ContactEdit) async throws -> Contact {
        try ContactEditRules.check(edit)
        let contact = try await contact(matching: text)
        try ContactEditRules.check(edit, of: contact)
        return try await repository.update(contact.id, with: edit)
    }
}
