/// The conditions of a filter, prepared for comparison with many contacts, as one expression.
///
/// The store checks the names and the time of the last change.
typealias ContactConditions = LogicalExpression<ContactCondition>

extension ContactConditions {
    /// Prepares an expression; `region` is assumed for telephone numbers without a country code.
    init(_ expression: ContactExpression, region: PhoneRegion? = nil) {
        switch expression {
        case .term(let term): self = .term(ContactCondition(term, region: region))
        case .all(let parts): self = .all(parts.map { Self($0, region: region) })
        case .any(let parts): self = .any(parts.map { Self($0, region: region) })
        case .not(let part): self = .not(Self(part, region: region))
        }
    }

    /// Prepares a filter for matching; cheap comparisons run first.
    init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        var parts: [ContactCondition] = []
        if !filter.nationalities.isEmpty {
            parts.append(.whole(.nationality, Set(filter.nationalities.map { $0.lowercased() })))
        }
        if let gender = filter.gender { parts.append(.whole(.gender, [gender.lowercased()])) }
        if filter.favorites { parts.append(.flag(.favorite, true)) }
        let texts = [(ContactField.city, filter.city), (.country, filter.country), (.categories, filter.category)]
        for case (let field, let text?) in texts { parts.append(.same(field, text, key: FoldedText.key(text))) }
        if let birthdays = filter.birthdays { parts.append(.birthdays(birthdays)) }
        let words = SearchWord.words(of: filter.text)
        // A text with only punctuation has no words, so it doesn't match any contact.
        if words.isEmpty, !filter.text.allSatisfy(\.isWhitespace) { parts.append(.never) }
        parts += words.map(ContactCondition.words)
        let expression = filter.expression.map { [Self($0, region: region)] } ?? []
        self = .all(parts.map(Self.term) + expression)
    }

    /// Returns whether the contact matches, with searched words at the positions given by `reach`.
    fileprivate func match(_ contact: inout SearchedContact, _ reach: SearchReach) -> Bool {
        switch self {
        case .term(let condition): return contact.matches(condition, reach)
        case .all(let parts):
            for part in parts where !part.match(&contact, reach) { return false }
            return true
        case .any(let parts):
            for part in parts where part.match(&contact, reach) { return true }
            return false
        // Excluded text is excluded wherever it occurs.
        case .not(let part): return !part.match(&contact, .everywhere)
        }
    }

    /// Whether some words are also searched for inside of words.
    var mayReachInside: Bool {
        switch self {
        case .term(.words(let word)): !word.parts.isEmpty
        case .term(.text(let field, let word)): field.isIndexed && !word.parts.isEmpty
        case .all(let parts), .any(let parts): parts.contains(where: \.mayReachInside)
        case .term, .not: false
        }
    }
}

package struct ContactMatcher: Sendable {
    let conditions: ContactConditions
    let reach: SearchReach
    /// The country assumed for numbers without a country code.
    let region: PhoneRegion?
}

extension ContactMatcher {
    /// `region` is the country assumed for telephone numbers without a country code.
    package init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        self.init(conditions: ContactConditions(filter, region: region), reach: filter.reach, region: region)
    }

    /// Returns whether the contact matches; names and the time of the last change aren't checked.
    package func matches(_ contact: Contact) -> Bool {
        var searched = SearchedContact(contact: contact, region: region)
        switch reach {
        case .everywhere, .starts: return conditions.match(&searched, reach)
        case .inside: return conditions.match(&searched, .everywhere) && !conditions.match(&searched, .starts)
        }
    }
}

/// A contact to compare with conditions; its words are computed once, on first use.
struct SearchedContact {
    let contact: Contact
    /// The country assumed for numbers without a country code.
    let region: PhoneRegion?
    /// All words, in plain Latin letters and as written.
    private(set) lazy var words = SearchWords(contact)

    mutating func matches(_ condition: ContactCondition, _ reach: SearchReach) -> Bool {
        switch condition {
        case .words(let word): return word.isFound(in: words, reach)
        case .text(let field, let word):
            // “female” contains “male”: such fields are only compared from the beginning.
            let reach = field.isIndexed ? reach : .starts
            return field.texts(of: contact).contains { word.isFound(in: SearchWords(of: $0), reach) }
        case .phone(let field, let key):
            return field.texts(of: contact).contains { PhoneKey($0, region: region).map(key.isFound) ?? false }
        case .date(let field, let date):
            return field.texts(of: contact).contains { PartialDate($0).map(date.agrees) ?? false }
        case .flag(let field, let value): return field.flag(of: contact) == value
        case .whole(let field, let values):
            return field.texts(of: contact).contains { values.contains($0.lowercased()) }
        case .same(let field, _, let key): return field.texts(of: contact).contains { FoldedText.key($0) == key }
        case .birthdays(let range): return contact.birthday.map(range.contains) ?? false
        case .identifier(let field, let start):
            return field.texts(of: contact).contains { $0.lowercased().utf8.starts(with: start.utf8) }
        case .never: return false
        }
    }
}
