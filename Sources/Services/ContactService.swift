public import Repository

/// Finds one contact.
public protocol ContactService: Sendable {
    /// Finds one contact by its identifier or a unique beginning of it, by its exact name, or by a query that matches only
    /// this contact.
    ///
    /// - Parameters:
    ///   - text: The text that names the contact.
    ///   - purpose: The purpose; a contact to change must be named unambiguously.
    /// - Returns: The contact.
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact

    /// Finds all contacts in the group with a name, ignoring case and accents.
    ///
    /// A group with a card of its own may have none.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` if the group doesn't exist.
    func contacts(inGroup name: String) async throws -> [Contact]
}

/// The purpose of selecting contacts.
public enum SelectionPurpose: String, Codable, Sendable {
    /// Showing them: a word that occurs in a single contact names it.
    case showing
    /// Changing them: a contact is only named by its identifier, at least 4 characters of it, its exact name, or a query that
    /// names its fields.
    case changing
}

/// Finds contacts of a repository.
package struct RepositoryContactService: ContactService {
    private let repository: any ContactRepository

    package init(repository: any ContactRepository) {
        self.repository = repository
    }

    package func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact {
        try await ContactFinder(repository: repository).contact(matching: text, for: purpose)
    }

    package func contacts(inGroup name: String) async throws -> [Contact] {
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
