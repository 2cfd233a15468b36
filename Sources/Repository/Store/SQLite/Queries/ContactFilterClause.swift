import Primitives

/// A filter as index terms, SQL conditions, and a matcher for what SQL cannot express.
struct ContactFilterClause {
    /// The words and the names of the filter as one query of the index, which is cheaper than one for each.
    let search: SearchTerm?
    /// The part of the filter that SQL cannot express, applied in memory to the rows that the statement returns.
    ///
    /// `nil` when the statement returns matches only.
    let matcher: ContactMatcher?
    /// The conditions beside the query of the index.
    let others: [ContactFilterCondition]

    /// `region` is the country of telephone numbers without a country code.
    init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        let whole = ContactConditions(filter, region: region)
        let clause = ContactConditionsClause(whole, reach: filter.reach)
        var conditions = clause.conditions
        var undecided = clause.undecided
        if let time = filter.updatedSince { conditions.append(.updated(since: time.milliseconds)) }
        var wanted = clause.term?.inFields
        if let names = filter.names {
            switch (Self.term(names), wanted) {
            case (let name?, let fields?): wanted = names.isExcluded ? fields.without(name) : .all([fields, name])
            case (let name?, nil) where names.isExcluded: conditions.append(.negated(.matching(name)))
            case (let name?, nil): wanted = name
            // No name has a term without a word, and every name has all of no terms.
            case (nil, _): if names.isExcluded == names.terms.isEmpty { conditions.append(.never) }
            }
        }
        if filter.reach == .inside {
            var starts = filter
            starts.reach = .starts
            let excluded = ContactFilterClause(starts, region: region)
            if undecided == nil, excluded.matcher == nil {
                conditions.append(.negated(.joined(excluded.conditions, by: "AND")))
            } else {
                // What is found inside only depends on the whole filter.
                undecided = whole
            }
        }
        search = wanted
        others = conditions
        matcher = undecided.map { ContactMatcher(conditions: $0, reach: filter.reach, region: region) }
    }

    /// All conditions, each of which must hold.
    var conditions: [ContactFilterCondition] { (search.map { [.matching($0)] } ?? []) + others }

    /// The names as a term of the search index; `nil` without terms, or with one that has no word.
    private static func term(_ names: NameCondition) -> SearchTerm? {
        let words = names.terms.compactMap { SearchWord($0.text, isWhole: $0.isPhrase) }
        guard !words.isEmpty, words.count == names.terms.count else { return nil }
        return SearchTerm.all(words.map(SearchTerm.parts)).inNames
    }
}

/// Conditions as an index term and SQL, which match at least what the conditions match.
struct ContactConditionsClause {
    /// The term of the search index; `nil` matches every row.
    private(set) var term: SearchTerm?
    /// The conditions beside the term, all of which hold.
    private(set) var conditions: [ContactFilterCondition] = []
    /// What is left to compare with the contacts that they match; `nil` when they match nothing more.
    private(set) var undecided: ContactConditions?

    /// Whether they match nothing more than the conditions.
    var isExact: Bool { undecided == nil }

    init(_ conditions: ContactConditions, reach: SearchReach = .everywhere) {
        switch conditions {
        case .term(let condition): self.init(condition, reach)
        case .all(let parts): self.init(all: parts.map { Self($0, reach: reach) })
        case .any(let parts): self.init(any: parts.map { Self($0, reach: reach) }, of: conditions)
        // What is excluded is excluded wherever it occurs.
        case .not(let part): self.init(not: Self(part), of: conditions)
        }
    }

    private var condition: ContactFilterCondition? { conditions.isEmpty ? nil : .joined(conditions, by: "AND") }

    var whole: ContactFilterCondition? {
        let index = term.map { ContactFilterCondition.matching($0.inFields) }
        guard let index, let condition else { return index ?? condition }
        return .joined([index, condition], by: "AND")
    }

    private init(term: SearchTerm? = nil, condition: ContactFilterCondition? = nil, undecided: ContactConditions? = nil)
    {
        self.term = term
        conditions = condition.map { [$0] } ?? []
        self.undecided = undecided
    }

    private init(_ condition: ContactCondition, _ reach: SearchReach) {
        let undecided = ContactConditions.term(condition)
        switch condition {
        case .words(let word) where reach == .starts || word.parts.isEmpty: self.init(term: .word(word))
        case .words(let word): self.init(condition: .found(word))
        case .text(let field, let word) where field.isIndexed && reach != .starts && !word.parts.isEmpty:
            // The parts of the word may be in different fields; what is found is compared.
            let parts = ContactFilterCondition.matching(.parts(word).inFields)
            let both = ContactFilterCondition.found(word)
            self.init(
                condition: ContactFilterCondition("\(parts.sql) OR \(both.sql)", parts.arguments + both.arguments),
                undecided: undecided
            )
        case .text(let field, let word):
            // A field that no source has is looked for among the contacts that were changed or made here.
            let isOfSource = field.isIndexed || ContactColumns.base.contains(field.name)
            self.init(
                term: field.isIndexed ? .parts(word) : nil,
                condition: isOfSource ? nil : .changedHere,
                undecided: undecided
            )
        case .whole(let field, let values): self.init(condition: .whole(field, values), undecided: undecided)
        case .same(.categories, let name, _): self.init(condition: .category(name), undecided: undecided)
        case .same(_, let text, _):
            // The index has the words of all addresses.
            self.init(term: SearchWord(text, isWhole: true).map(SearchTerm.parts), undecided: undecided)
        case .birthdays(let range): self.init(condition: .birthdays(range), undecided: undecided)
        case .date(.birthday, let date): self.init(condition: .birthday(date), undecided: undecided)
        case .flag(.edited, true): self.init(condition: .changedHere, undecided: undecided)
        case .flag(.favorite, let isFavorite):
            self.init(condition: isFavorite ? .favorites : .negated(.favorites))
        case .flag(.source, let isFromSource): self.init(condition: .fromSource(isFromSource))
        case .identifier(.id, let start): self.init(condition: .identifier(start), undecided: undecided)
        case .never: self.init(condition: .never)
        case .phone, .date, .flag, .identifier: self.init(undecided: undecided)
        }
    }

    private init(all parts: [ContactConditionsClause]) {
        let terms = parts.compactMap(\.term)
        let undecided = parts.compactMap(\.undecided)
        self.init(term: terms.isEmpty ? nil : .all(terms), undecided: undecided.isEmpty ? nil : .all(undecided))
        conditions = parts.flatMap(\.conditions)
    }

    private init(any parts: [ContactConditionsClause], of whole: ContactConditions) {
        let undecided = parts.allSatisfy(\.isExact) ? nil : whole
        guard !parts.isEmpty else {
            self.init(condition: .never)
            return
        }
        if parts.allSatisfy({ $0.term != nil && $0.conditions.isEmpty }) {
            self.init(term: .any(parts.compactMap(\.term)), undecided: undecided)
        } else {
            let wholes = parts.compactMap(\.whole)
            // A part without a condition matches every row.
            let isOpen = wholes.count < parts.count
            self.init(condition: isOpen ? nil : .joined(wholes, by: "OR"), undecided: undecided)
        }
    }

    private init(not part: ContactConditionsClause, of whole: ContactConditions) {
        guard part.isExact else {
            self.init(undecided: whole)
            return
        }
        self.init(condition: part.whole.map(ContactFilterCondition.negated) ?? .never)
    }
}
