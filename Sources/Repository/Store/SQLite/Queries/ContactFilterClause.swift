/// A filter as index terms, SQL conditions, and a matcher for what SQL cannot express.
struct ContactFilterClause {
    /// The terms of the search index; all must match.
    let terms: [SearchTerm]
    /// ``terms`` and the names of the filter as one query of the index, which is cheaper than one for each.
    let search: SearchTerm?
    /// The part of the filter that SQL cannot express, applied in memory to the rows that the statement returns.
    ///
    /// `nil` when the statement returns matches only.
    let matcher: ContactMatcher?
    /// The conditions beside the terms.
    let others: [ContactFilterCondition]

    /// `region` is the country of telephone numbers without a country code.
    init(_ filter: ContactFilter, region: PhoneRegion? = nil) {
        var conditions: [ContactFilterCondition] = []
        var terms: [SearchTerm] = []
        var isExact = true
        var compared = filter
        var undecided: ContactExpression?
        let words = SearchQuery(filter.text).words
        if !words.isEmpty {
            for word in words {
                if filter.reach == .starts || word.parts.isEmpty {
                    terms.append(.word(word))
                } else {
                    conditions.append(.found(word))
                }
            }
        } else if !filter.text.allSatisfy(\.isWhitespace) {
            // Punctuation alone has no word, so it matches no contact.
            conditions.append(.never)
        }
        if let expression = filter.expression.map({ ContactExpressionClause($0, reach: filter.reach) }) {
            if let term = expression.term { terms.append(term) }
            conditions += expression.conditions
            undecided = expression.undecided
            isExact = isExact && expression.isExact
        }
        for (column, place) in [("city", filter.city), ("country", filter.country)] {
            guard let place else { continue }
            isExact = false
            // The index has the words of all addresses; a place without a word is compared with the column.
            if let word = SearchWord(place, isWhole: true) {
                terms.append(.parts(word))
            } else {
                conditions.append(.place(column, place))
            }
        }
        let shown: [ContactFilterCondition?] = [
            filter.nationalities.isEmpty ? nil : .nationality(filter.nationalities),
            filter.gender.map(ContactFilterCondition.gender),
            filter.category.map(ContactFilterCondition.category),
            filter.favorites ? .favorites : nil,
            filter.birthdays.map(ContactFilterCondition.birthdays),
        ]
        conditions += shown.compactMap { $0 }
        isExact = isExact && shown.allSatisfy { $0 == nil }
        if let time = filter.updatedSince { conditions.append(.updated(since: time.milliseconds)) }
        var wanted = terms.isEmpty ? nil : SearchTerm.all(terms).inFields
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
            isExact = isExact && excluded.matcher == nil
            if isExact { conditions.append(.negated(.joined(excluded.conditions, by: "AND"))) }
        }
        self.terms = terms
        search = wanted
        // What is found inside only depends on the whole filter.
        if filter.reach != .inside {
            compared.text = ""
            compared.expression = undecided
        }
        matcher = isExact ? nil : ContactMatcher(compared, region: region)
        others = conditions
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

/// A query expression as an index term and an SQL condition, which match at least what the expression matches.
struct ContactExpressionClause {
    /// The term of the search index; `nil` matches every row.
    private(set) var term: SearchTerm?
    /// The conditions beside the term, all of which hold.
    private(set) var conditions: [ContactFilterCondition] = []
    /// What is left to compare with the contacts that they match; `nil` when they match nothing more than the expression.
    private(set) var undecided: ContactExpression?

    /// Whether they match nothing more than the expression.
    var isExact: Bool { undecided == nil }

    init(_ expression: ContactExpression, reach: SearchReach = .everywhere) {
        switch expression {
        case .term(let term): self.init(ContactCondition(term), of: expression, reach)
        case .all(let parts): self.init(all: parts.map { Self($0, reach: reach) })
        case .any(let parts): self.init(any: parts.map { Self($0, reach: reach) }, of: expression)
        // What is excluded is excluded wherever it occurs.
        case .not(let part): self.init(not: Self(part), of: expression)
        }
    }

    private var condition: ContactFilterCondition? { conditions.isEmpty ? nil : .joined(conditions, by: "AND") }

    /// Term and condition as one condition.
    var whole: ContactFilterCondition? {
        let index = term.map { ContactFilterCondition.matching($0.inFields) }
        guard let index, let condition else { return index ?? condition }
        return .joined([index, condition], by: "AND")
    }

    private init(term: SearchTerm? = nil, condition: ContactFilterCondition? = nil, undecided: ContactExpression? = nil)
    {
        self.term = term
        conditions = condition.map { [$0] } ?? []
        self.undecided = undecided
    }

    private init(_ condition: ContactCondition, of expression: ContactExpression, _ reach: SearchReach) {
        switch condition {
        case .words(let word) where reach == .starts || word.parts.isEmpty: self.init(term: .word(word))
        case .words(let word): self.init(condition: .found(word))
        case .text(let field, let word) where field.isIndexed && reach != .starts && !word.parts.isEmpty:
            // The parts of the word may be in different fields; what is found is compared.
            let parts = ContactFilterCondition.matching(.parts(word).inFields)
            let both = ContactFilterCondition.found(word)
            self.init(
                condition: ContactFilterCondition("\(parts.sql) OR \(both.sql)", parts.arguments + both.arguments),
                undecided: expression
            )
        case .text(let field, let word):
            // A field that no source has is looked for among the contacts that were changed or made here.
            let isOfSource = field.isIndexed || ContactColumns.base.contains(field.name)
            self.init(
                term: field.isIndexed ? .parts(word) : nil,
                condition: isOfSource ? nil : .changedHere,
                undecided: expression
            )
        case .whole(_, let value): self.init(condition: .nationality([value]), undecided: expression)
        case .date(.birthday, let date): self.init(condition: .birthday(date), undecided: expression)
        case .flag(.edited, true): self.init(condition: .changedHere, undecided: expression)
        case .flag(.favorite, let isFavorite):
            self.init(condition: isFavorite ? .favorites : .negated(.favorites))
        case .flag(.source, let isFromSource): self.init(condition: .fromSource(isFromSource))
        case .identifier(.id, let start): self.init(condition: .identifier(start), undecided: expression)
        case .never: self.init(condition: .never)
        case .phone, .date, .flag, .identifier: self.init(undecided: expression)
        }
    }

    private init(all parts: [ContactExpressionClause]) {
        let terms = parts.compactMap(\.term)
        let undecided = parts.compactMap(\.undecided)
        self.init(term: terms.isEmpty ? nil : .all(terms), undecided: undecided.isEmpty ? nil : .all(undecided))
        conditions = parts.flatMap(\.conditions)
    }

    private init(any parts: [ContactExpressionClause], of expression: ContactExpression) {
        let undecided = parts.allSatisfy(\.isExact) ? nil : expression
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

    private init(not part: ContactExpressionClause, of expression: ContactExpression) {
        guard part.isExact else {
            self.init(undecided: expression)
            return
        }
        self.init(condition: part.whole.map(ContactFilterCondition.negated) ?? .never)
    }
}
