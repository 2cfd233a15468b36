public import Repository

/// Finds and changes one contact.
public protocol ContactService: Sendable {
    /// Finds one contact: by its identifier or a unique beginning of it, by its exact name, or by a query that matches only
    /// this contact.
    ///
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String) async throws -> Contact

    /// Checks the edit and applies it to the only contact that the text names.
    ///
    /// - Throws: `RepositoryError` with the code `invalidInput` for an unusable value; nothing was changed then.
    func edit(matching text: String, with edit: ContactEdit) async throws -> Contact
}

/// Finds and changes contacts of a repository; unusable values never get there.
public struct RepositoryContactService: ContactService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Finds the only contact that the text names.
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
