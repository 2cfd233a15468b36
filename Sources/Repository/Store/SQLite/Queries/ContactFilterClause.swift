import Primitives

/// A filter, or some of its conditions, as a term of the search index and SQL, which match at least what the filter does.
struct ContactFilterClause {
    /// The words and the names of the filter as one query of the index, which is cheaper than one for each; `nil` matches
    /// every row.
    private(set) var search: SearchTerm?
    /// The conditions beside the query of the index, all of which hold.
    private(set) var others: [ContactFilterCondition] = []
    /// What SQL cannot express, to be compared with the contacts that are found; `nil` when these match.
    private(set) var undecided: ContactConditions?

    /// `region` is the country of telephone numbers without a country code.
    init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        let whole = ContactConditions(filter, region: region)
        self.init(whole, reach: filter.reach)
        search = search?.inFields
        if let time = filter.updatedSince {
            others.append(ContactFilterCondition("c.updated_at >= ?", [time.milliseconds]))
        }
        if let names = filter.names {
            switch (Self.term(names), search) {
            case (let name?, let fields?): search = names.isExcluded ? fields.without(name) : .all([fields, name])
            case (let name?, nil) where names.isExcluded: others.append(.negated(.matching(name)))
            case (let name?, nil): search = name
            // No name has a term without a word, and every name has all of no terms.
            case (nil, _): if names.isExcluded == names.terms.isEmpty { others.append(.never) }
            }
        }
        if filter.reach == .inside {
            var starts = filter
            starts.reach = .starts
            let excluded = ContactFilterClause(starts, region: region)
            if undecided == nil, excluded.undecided == nil {
                others.append(.negated(.joined(excluded.conditions, by: "AND")))
            } else {
                // What is found inside only depends on the whole filter.
                undecided = whole
            }
        }
    }

    /// All conditions, each of which must hold.
    var conditions: [ContactFilterCondition] { (search.map { [.matching($0)] } ?? []) + others }

    /// The names as a term of the search index; `nil` without terms, or with one that has no word.
    private static func term(_ names: NameCondition) -> SearchTerm? {
        let words = names.terms.compactMap { SearchWord($0.text, isWhole: $0.isPhrase) }
        guard !words.isEmpty, words.count == names.terms.count else { return nil }
        return SearchTerm.all(words.map(SearchTerm.parts)).inNames
    }

    private init(_ conditions: ContactConditions, reach: SearchReach = .everywhere) {
        switch conditions {
        case .term(let condition): self.init(condition, reach)
        case .all(let parts): self.init(all: parts.map { Self($0, reach: reach) })
        case .any(let parts): self.init(any: parts.map { Self($0, reach: reach) }, of: conditions)
        // What is excluded is excluded wherever it occurs.
        case .not(let part): self.init(not: Self(part), of: conditions)
        }
    }

    /// The conditions of a part, whose term is not yet one in the fields, as one; `nil` matches every row.
    private var whole: ContactFilterCondition? {
        var all = others.isEmpty ? [] : [ContactFilterCondition.joined(others, by: "AND")]
        if let search { all.insert(.matching(search.inFields), at: 0) }
        return all.isEmpty ? nil : .joined(all, by: "AND")
    }

    private init(term: SearchTerm? = nil, condition: ContactFilterCondition? = nil, undecided: ContactConditions? = nil)
    {
        search = term
        others = condition.map { [$0] } ?? []
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
        case .flag(.source, let isFromSource):
            self.init(condition: ContactFilterCondition("c.source IS \(isFromSource ? "NOT NULL" : "NULL")"))
        case .identifier(.id, let start): self.init(condition: .identifier(start), undecided: undecided)
        case .never: self.init(condition: .never)
        case .phone, .date, .flag, .identifier: self.init(undecided: undecided)
        }
    }

    private init(all parts: [ContactFilterClause]) {
        let terms = parts.compactMap(\.search)
        let undecided = parts.compactMap(\.undecided)
        self.init(term: terms.isEmpty ? nil : .all(terms), undecided: undecided.isEmpty ? nil : .all(undecided))
        others = parts.flatMap(\.others)
    }

    private init(any parts: [ContactFilterClause], of whole: ContactConditions) {
        let undecided = parts.allSatisfy { $0.undecided == nil } ? nil : whole
        guard !parts.isEmpty else {
            self.init(condition: .never)
            return
        }
        if parts.allSatisfy({ $0.search != nil && $0.others.isEmpty }) {
            self.init(term: .any(parts.compactMap(\.search)), undecided: undecided)
        } else {
            let wholes = parts.compactMap(\.whole)
            // A part without a condition matches every row.
            let isOpen = wholes.count < parts.count
            self.init(condition: isOpen ? nil : .joined(wholes, by: "OR"), undecided: undecided)
        }
    }

    private init(not part: ContactFilterClause, of whole: ContactConditions) {
        guard part.undecided == nil else {
            self.init(undecided: whole)
            return
        }
        self.init(condition: part.whole.map(ContactFilterCondition.negated) ?? .never)
    }
}
