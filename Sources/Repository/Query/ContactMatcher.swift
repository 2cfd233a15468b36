/// A filter prepared for comparison with many contacts.
package struct ContactMatcher: Sendable {
    private indirect enum Node: Sendable {
        case condition(ContactCondition)
        case all([Node])
        case any([Node])
        case not(Node)

        init(_ expression: ContactExpression, _ region: PhoneRegion?) {
            switch expression {
            case .term(let term): self = .condition(ContactCondition(term, region: region))
            case .all(let parts): self = .all(parts.map { Node($0, region) })
            case .any(let parts): self = .any(parts.map { Node($0, region) })
            case .not(let part): self = .not(Node(part, region))
            }
        }
    }

    private let filter: ContactFilter
    /// The country of numbers without a country code.
    private let region: PhoneRegion?
    private let nationalities: Set<String>
    private let gender: String?
    private let city: String?
    private let country: String?
    private let category: String?
    private let search: SearchQuery?
    private let expression: Node?

    /// - Parameters:
    ///   - filter: What to compare.
    ///   - region: The country of telephone numbers without a country code.
    package init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        self.filter = filter
        self.region = region
        nationalities = Set(filter.nationalities.map { $0.lowercased() })
        gender = filter.gender?.lowercased()
        city = filter.city.map(FoldedText.key)
        country = filter.country.map(FoldedText.key)
        category = filter.category.map(FoldedText.key)
        search = filter.text.allSatisfy(\.isWhitespace) ? nil : SearchQuery(filter.text)
        expression = filter.expression.map { Node($0, region) }
    }

    /// Whether the contact matches; names and the time of the last change are not compared.
    package func matches(_ contact: Contact) -> Bool {
        if !nationalities.isEmpty {
            guard let own = contact.nationality?.lowercased(), nationalities.contains(own) else { return false }
        }
        if let gender, contact.gender?.lowercased() != gender { return false }
        if filter.favorites, !contact.isFavorite { return false }
        if let city, !Self.has(city, in: .city, contact) { return false }
        if let country, !Self.has(country, in: .country, contact) { return false }
        if let category, !Self.has(category, in: .categories, contact) { return false }
        if let birthdays = filter.birthdays, contact.birthday.map(birthdays.contains) != true { return false }
        guard search != nil || expression != nil else { return true }
        var searched = SearchedContact(contact, region: region)
        switch filter.reach {
        case .everywhere, .starts: return finds(&searched, filter.reach)
        case .inside: return finds(&searched, .everywhere) && !finds(&searched, .starts)
        }
    }

    private func finds(_ searched: inout SearchedContact, _ reach: SearchReach) -> Bool {
        if let search {
            // A search for punctuation alone finds nothing.
            let words = searched.words
            guard !search.words.isEmpty, search.words.allSatisfy({ $0.isFound(in: words, reach) }) else { return false }
        }
        return expression.map { Self.matches($0, &searched, reach) } ?? true
    }

    private static func has(_ key: String, in field: ContactField, _ contact: Contact) -> Bool {
        field.texts(of: contact).contains { FoldedText.key($0) == key }
    }

    private static func matches(_ node: Node, _ contact: inout SearchedContact, _ reach: SearchReach) -> Bool {
        switch node {
        case .condition(let condition): return contact.matches(condition, reach)
        case .all(let parts):
            for part in parts where !matches(part, &contact, reach) { return false }
            return true
        case .any(let parts):
            for part in parts where matches(part, &contact, reach) { return true }
            return false
        // What is excluded is excluded wherever it occurs.
        case .not(let part): return !matches(part, &contact, .everywhere)
        }
    }
}

/// A contact that conditions are compared with; its words are computed once, on first use.
struct SearchedContact {
    private let contact: Contact

    /// All words, in plain Latin letters and as they were written.
    private(set) lazy var words = SearchWords(contact)

    /// The country of numbers without a country code.
    private let region: PhoneRegion?

    init(_ contact: Contact, region: PhoneRegion? = nil) {
        self.contact = contact
        self.region = region
    }

    mutating func matches(_ condition: ContactCondition, _ reach: SearchReach) -> Bool {
        switch condition {
        case .words(let word): return word.isFound(in: words, reach)
        case .text(let field, let word):
            // “female” has “male” inside: such fields are compared from the beginning.
            let reach = field.isIndexed ? reach : .starts
            return field.texts(of: contact).contains { word.isFound(in: SearchWords(of: $0), reach) }
        case .phone(let field, let key):
            return field.texts(of: contact).contains { PhoneKey($0, region: region).map(key.isFound) ?? false }
        case .date(let field, let date):
            return field.texts(of: contact).contains { PartialDate($0).map(date.agrees) ?? false }
        case .flag(let field, let value): return field.flag(of: contact) == value
        case .whole(let field, let value): return field.texts(of: contact).contains { $0.lowercased() == value }
        case .identifier(let field, let start):
            return field.texts(of: contact).contains { $0.lowercased().utf8.starts(with: start.utf8) }
        case .never: return false
        }
    }
}
