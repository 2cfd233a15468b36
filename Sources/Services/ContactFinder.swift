import Repository

/// Finds the one contact that a text names: by the identifier or a unique beginning of it, by the exact name, or by a query
/// that matches no other contact.
struct ContactFinder: Sendable {
    /// The most candidates that an error names.
    private static let candidateLimit = 10
    /// The most contacts with the words of a name that are compared with exactly that name.
    private static let similarLimit = 1_000

    private let repository: any ContactRepository

    init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// The only contact that the text names.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` or `ambiguous`, or of the store.
    func contact(matching text: String) async throws -> Contact {
        let byIdentifier: RepositoryError
        do {
            return try await repository.contact(matching: text)
        } catch let error as RepositoryError where error.code == .notFound || error.code == .ambiguous {
            byIdentifier = error
        }
        let similar = try await contacts(ContactFilter(text: text), limit: Self.similarLimit)
        let named = similar.filter { Self.isName(text, of: $0) }
        if let contact = try one(of: named, text, "is the name of") { return contact }
        // For the beginning of several identifiers the candidates are those, not contacts that have such a word somewhere.
        guard byIdentifier.code == .notFound, let query = try expression(text) else { throw byIdentifier }
        guard let contact = try one(of: try await contacts(ContactFilter(expression: query)), text, "fits") else {
            throw byIdentifier
        }
        return contact
    }

    /// The text as a query; `nil` when it is not a query and has no colon, so that it was not meant as one.
    private func expression(_ text: String) throws -> ContactExpression? {
        do {
            return try ContactQueryParser.parse(text)
        } catch  where !text.contains(":") {
            return nil
        }
    }

    private func contacts(_ filter: ContactFilter, limit: Int = candidateLimit + 1) async throws -> [Contact] {
        let query = ContactQuery(limit: limit, filter: filter)
        return try await repository.contacts(query, policy: .cacheOnly).contacts
    }

    private func one(of contacts: [Contact], _ text: String, _ relation: String) throws -> Contact? {
        guard contacts.count > 1 else { return contacts.first }
        let count = contacts.count > Self.candidateLimit ? "more than \(Self.candidateLimit)" : "\(contacts.count)"
        throw RepositoryError(
            .ambiguous,
            "“\(DisplaySafeText.line(text, limit: 64))” \(relation) \(count) contacts; give more, or the identifier of one.",
            candidates: Array(contacts.prefix(Self.candidateLimit))
        )
    }

    private static func isName(_ text: String, of contact: Contact) -> Bool {
        let name = contact.name
        let parts = [
            [name.first, name.last], [name.first, name.middle, name.last], [name.last, name.first],
            [name.first, name.middle, name.last, name.suffix], [name.title, name.first, name.last],
        ]
        let names =
            parts.map { $0.compactMap { $0 }.joined(separator: " ") }
            + [name.formatted, contact.nickname].compactMap { $0 }
        let key = FoldedText.key(text)
        return names.contains { !$0.isEmpty && FoldedText.key($0) == key }
    }
}
