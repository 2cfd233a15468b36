/// A filter as the conditions of a statement, and what is compared in memory with whom the statement finds.
struct ContactFilterClause {
    /// What the search index is asked; all of it must hold.
    let terms: [SearchTerm]
    /// Decides about what the statement finds; nothing when it finds nobody else than who is wanted.
    let matcher: ContactMatcher?
    /// The conditions beside what the search index is asked.
    let others: [ContactFilterCondition]

    init(_ filter: ContactFilter) {
        var conditions: [ContactFilterCondition] = []
        var terms: [SearchTerm] = []
        var isExact = true
        let search = SearchQuery(filter.text)
        if !search.words.isEmpty {
            terms += search.words.map(SearchTerm.word)
        } else if !filter.text.allSatisfy(\.isWhitespace) {
            // Nothing but punctuation is in nobody's name.
            conditions.append(.nobody)
        }
        if let expression = filter.expression.map(ContactExpressionClause.init) {
            if let term = expression.term { terms += term.conjuncts }
            if let condition = expression.condition { conditions.append(condition) }
            isExact = expression.isExact
        }
        for (column, place) in [("city", filter.city), ("country", filter.country)] {
            guard let place else { continue }
            isExact = false
            // The index has the words of all addresses; a place without a word is looked for in the column.
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
        self.terms = terms
        matcher = isExact ? nil : ContactMatcher(filter, scope: .shownValues)
        others = conditions
    }

    /// All conditions, each of which must hold.
    var conditions: [ContactFilterCondition] {
        // One question to the index is quicker than two.
        (terms.isEmpty ? [] : [.matching(.all(terms))]) + others
    }
}
