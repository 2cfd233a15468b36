/// A filter as the conditions of a statement, and what is compared in memory with whom the statement finds.
struct ContactFilterClause {
    /// What the search index is asked, if it is.
    private(set) var match: String?
    /// Decides about what the statement finds; nothing when it finds nobody else than who is wanted.
    private(set) var matcher: ContactMatcher?
    private let filter: ContactFilter
    /// The conditions beside what the search index is asked.
    let others: [ContactFilterCondition]

    init(_ filter: ContactFilter) {
        var conditions: [ContactFilterCondition] = []
        var matches: [String] = []
        var isExact = true
        let search = SearchQuery(filter.text)
        if !search.words.isEmpty {
            matches.append(search.match)
        } else if !filter.text.allSatisfy(\.isWhitespace) {
            // Nothing but punctuation is in nobody's name.
            conditions.append(.nobody)
        }
        if let expression = filter.expression.map(ContactExpressionClause.init) {
            // One question to the index is quicker than two.
            if let match = expression.match { matches.append(match) }
            if let condition = expression.condition { conditions.append(condition) }
            isExact = expression.isExact
        }
        for (column, place) in [("city", filter.city), ("country", filter.country)] {
            guard let place else { continue }
            isExact = false
            // The index has the words of all addresses; a place without a word is looked for in the column.
            if let word = SearchWord(place, isWhole: true) {
                matches.append(SearchMatch.parts(word))
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
        self.filter = filter
        match = matches.isEmpty ? nil : SearchMatch.all(matches)
        matcher = isExact ? nil : ContactMatcher(filter, scope: .shownValues)
        others = conditions
    }

    /// All conditions, each of which must hold.
    var conditions: [ContactFilterCondition] { (match.map { [.matching($0)] } ?? []) + others }

    /// Compares in memory what the index would have been asked.
    mutating func leaveIndexOut() {
        match = nil
        matcher = ContactMatcher(filter)
    }
}
