public import Repository

/// Finds one contact.
public protocol ContactService: Sendable {
    /// Finds one contact by its identifier or a unique prefix of it, by its exact name, or by a query that matches only
    /// this contact.
    ///
    /// A contact to change must be identified unambiguously.
    ///
    /// - Throws: `RepositoryError` with the code `notFound`, or `ambiguous` with the candidates.
    func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact

    /// Finds all contacts in the group with this name, ignoring case and accents.
    ///
    /// The result may be empty: a group with a card of its own may not have any members.
    ///
    /// - Throws: `RepositoryError` with the code `notFound` if the group doesn't exist.
    func contacts(inGroup name: String) async throws -> [Contact]
}

/// The purpose of selecting contacts.
public enum SelectionPurpose: String, Codable, Sendable {
    /// Showing contacts: a word that occurs in a single contact identifies it.
    case showing
    /// Changing contacts: only the identifier, at least 4 characters of it, the exact name, or a query that names its
    /// fields identifies a contact.
    case changing
}

package struct RepositoryContactService: ContactService {
    /// The maximum number of candidates in an error.
    private static let candidateLimit = 10
    private static let pageSize = 1_000
    /// The minimum length of an identifier prefix that selects a contact to change.
    private static let shortestBeginning = 4

    private let repository: any ContactRepository

    package init(repository: any ContactRepository) {
        self.repository = repository
    }

    package func contact(matching text: String, for purpose: SelectionPurpose) async throws -> Contact {
        let (identified, byIdentifier) = try await identified(text)
        if let exact = identified.first(where: { $0.id.rawValue == text }) { return exact }
        let named = try await named(text)
        if purpose == .showing {
            // For a command that only reads, the first method that finds a contact is enough.
            if identified.count == 1 { return identified[0] }
            if let contact = try one(of: named, text, "is the name of") { return contact }
            // If several identifiers begin with the text, report those as candidates instead of searching for the word.
            guard identified.isEmpty, let query = try expression(text),
                let contact = try await one(fitting: query, text)
            else { throw byIdentifier }
            return contact
        }
        var found = text.count >= Self.shortestBeginning ? identified : []
        found += named.filter { name in !found.contains { $0.id == name.id } }
        if let contact = try one(of: found, text, named.isEmpty ? "is the beginning of the identifiers of" : "names") {
            return contact
        }
        let query = try expression(text)
        if let query, query.namesAllFields {
            if let contact = try await one(fitting: query, text) { return contact }
            throw RepositoryError(.notFound, "No contact matches “\(Self.shown(text))”.")
        }
        let filter = query.map { ContactFilter(expression: $0) } ?? ContactFilter(text: text)
        let candidates = identified.isEmpty ? try await contacts(filter) : identified
        guard let first = candidates.first else { throw byIdentifier }
        throw Self.ambiguous(
            identified.isEmpty
                ? "No contact is named exactly “\(Self.shown(text))”. Give the full name or the identifier, or put a "
                    + "field before each word, such as \(Self.query(text, finding: first)). It matches:"
                : "“\(Self.shown(text))” is too short for an identifier. Give \(Self.shortestBeginning) or more of its "
                    + "characters, or the full name. It matches:",
            candidates
        )
    }

    package func contacts(inGroup name: String) async throws -> [Contact] {
        let contacts = try await all(ContactFilter(category: name))
        if !contacts.isEmpty { return contacts }
        let key = FoldedText.key(name)
        let groups = try await repository.overview().categories.keys
        if groups.contains(where: { FoldedText.key($0) == key }) { return [] }
        let message = "There is no group “\(Self.shown(name))”. “contacts group list” prints the groups."
        throw RepositoryError(.notFound, message)
    }

    /// Returns the contacts whose identifiers begin with the text, and an error unless there is exactly one.
    private func identified(_ text: String) async throws -> ([Contact], RepositoryError) {
        do {
            return ([try await repository.contact(matching: text)], RepositoryError(.ambiguous, ""))
        } catch let error as RepositoryError where error.code == .notFound || error.code == .ambiguous {
            return (error.candidates, error)
        }
    }

    private func named(_ text: String) async throws -> [Contact] {
        // Whole words, in any order, match far fewer contacts than prefixes.
        let words = text.split(whereSeparator: \.isWhitespace).filter { $0.contains { $0.isLetter || $0.isNumber } }
        var terms = words.map { ContactExpression.term(ContactTerm(String($0), isPhrase: true)) }[...]
        while true {
            let filter = terms.isEmpty ? ContactFilter(text: text) : ContactFilter(expression: .all(Array(terms)))
            let found = try await all(filter).filter { Self.isName(text, of: $0) }
            if !found.isEmpty || terms.count < 2 { return found }
            // The search doesn't cover titles such as “Dr.”, with which a name may begin.
            terms.removeFirst()
        }
    }

    private func all(_ filter: ContactFilter) async throws -> [Contact] {
        var query = ContactQuery(limit: Self.pageSize, filter: filter)
        var contacts: [Contact] = []
        repeat {
            let page = try await repository.contacts(query, policy: .cacheOnly)
            contacts += page.contacts
            query.after = page.next
        } while query.after != nil
        return contacts
    }

    /// Returns the text as a query; `nil` if it isn't valid and has no colon, so it wasn't meant as a query.
    private func expression(_ text: String) throws -> ContactExpression? {
        do {
            return try ContactQueryParser.parse(text)
        } catch  where !text.contains(":") {
            return nil
        }
    }

    private func contacts(_ filter: ContactFilter) async throws -> [Contact] {
        let query = ContactQuery(limit: Self.candidateLimit + 1, filter: filter)
        return try await repository.contacts(query, policy: .cacheOnly).contacts
    }

    private func one(fitting query: ContactExpression, _ text: String) async throws -> Contact? {
        try one(of: try await contacts(ContactFilter(expression: query)), text, "fits")
    }

    private func one(of contacts: [Contact], _ text: String, _ relation: String) throws -> Contact? {
        guard contacts.count > 1 else { return contacts.first }
        let count = contacts.count > Self.candidateLimit ? "more than \(Self.candidateLimit)" : "\(contacts.count)"
        let message = "“\(Self.shown(text))” \(relation) \(count) contacts; type more of it, or give an identifier."
        throw Self.ambiguous(message, contacts)
    }

    private static func ambiguous(_ message: String, _ candidates: [Contact]) -> RepositoryError {
        RepositoryError(.ambiguous, message, candidates: Array(candidates.prefix(candidateLimit)))
    }

    private static func shown(_ text: String) -> String { DisplaySafeText.line(text, limit: 64) }

    /// Returns a query that names the field where the contact contains the text.
    private static func query(_ text: String, finding contact: Contact) -> String {
        let field = ContactField.queried.first { field in
            let term = ContactExpression.term(ContactTerm(text, in: field))
            return ContactMatcher(ContactFilter(expression: term)).matches(contact)
        }
        // A text that is already a query, or whose words are in different fields, isn't found in any single field.
        guard let field else { return "name:\(shown(contact.displayName.prefix { !$0.isWhitespace }.lowercased()))" }
        let isOneWord = !text.contains(where: \.isWhitespace)
        return shown(isOneWord ? "\(field.queryName):\(text)" : "'\(field.queryName):\"\(text)\"'")
    }

    static func isName(_ text: String, of contact: Contact) -> Bool {
        let name = contact.name
        let parts = [
            [name.first, name.last], [name.first, name.middle, name.last], [name.last, name.first],
            [name.first, name.middle, name.last, name.suffix], [name.title, name.first, name.last],
            [name.title, name.first, name.middle, name.last, name.suffix], [name.last.map { $0 + "," }, name.first],
        ]
        var names = parts.map { $0.compactMap { $0 }.joined(separator: " ") }
        names += [contact.displayName, contact.composedName, contact.nickname ?? ""]
        let key = FoldedText.key(text)
        return names.contains { !$0.isEmpty && FoldedText.key($0) == key }
    }
}

extension ContactExpression {
    fileprivate var namesAllFields: Bool {
        switch self {
        case .term(let term): term.field != nil
        case .all(let parts), .any(let parts): parts.allSatisfy(\.namesAllFields)
        case .not(let part): part.namesAllFields
        }
    }
}
