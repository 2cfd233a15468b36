public import Repository

/// Finds one contact.
public protocol ContactService: Sendable {
    /// Finds one contact: by its identifier or a unique beginning of it, by its exact name, or by a query that matches only
    /// this contact.
    ///
    /// - Parameters:
    ///   - text: What names the contact.
    ///   - purpose: What the contact is wanted for; one that is to be changed must be named beyond doubt.
    /// - Returns: The contact.
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact

    /// Finds all contacts of a group, by its name without regard to case and accents.
    ///
    /// A group with a card of its own may have none.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` when there is no such group.
    func contacts(inGroup name: String) async throws -> [Contact]
}

/// What contacts are selected for.
public enum SelectionPurpose: String, Codable, Sendable {
    /// They are shown: a word that occurs in one contact only names it.
    case showing
    /// They are changed: only an identifier, at least 4 characters of it, an exact name, or a query that says its fields
    /// names a contact.
    case changing
}

/// Finds contacts of a repository.
public struct RepositoryContactService: ContactService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Finds the only contact that the text names.
    public func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact {
        try await ContactFinder(repository: repository).contact(matching: text, for: purpose)
    }

    /// Finds all contacts of a group.
    public func contacts(inGroup name: String) async throws -> [Contact] {
        var contacts: [Contact] = []
        var query = ContactQuery(limit: 1000, filter: ContactFilter(category: name))
        repeat {
            let page = try await repository.contacts(query, policy: .cacheOnly)
            contacts += page.contacts
            query.after = page.next
        } while query.after != nil
        if contacts.isEmpty {
            let key = FoldedText.key(name)
            let groups = try await repository.overview().categories.keys
            if groups.contains(where: { FoldedText.key($0) == key }) { return [] }
            throw RepositoryError(
                .notFound,
                "There is no group “\(DisplaySafeText.line(name, limit: 64))”. “contacts group list” prints the groups."
            )
        }
        return contacts
    }
}
