/// A filter as the conditions of a statement, and what is compared in memory with whom the statement finds.
struct ContactFilterClause {
    /// The conditions, all of which must hold.
    private let conditions: [ContactFilterCondition]
    /// Decides about what the statement finds; nothing when it finds nobody else than who is wanted.
    let matcher: ContactMatcher?

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
        if !matches.isEmpty { conditions.insert(.matching(SearchMatch.all(matches)), at: 0) }
        let shown: [ContactFilterCondition?] = [
            filter.nationalities.isEmpty ? nil : .nationality(filter.nationalities),
            filter.gender.map(ContactFilterCondition.gender),
            filter.city.map { .place("city", $0) },
            filter.country.map { .place("country", $0) },
            filter.category.map(ContactFilterCondition.category),
            filter.favorites ? .changedHere : nil,
            filter.birthdays.map(ContactFilterCondition.birthdays),
        ]
        conditions += shown.compactMap { $0 }
        isExact = isExact && shown.allSatisfy { $0 == nil }
        if let time = filter.updatedSince { conditions.append(.updated(since: time.milliseconds)) }
        self.conditions = conditions
        matcher = isExact ? nil : ContactMatcher(filter, scope: .shownValues)
    }

    /// The conditions as SQL; each `?` takes the next argument.
    var sql: [String] { conditions.map(\.sql) }

    /// Binds the arguments from `index` on.
    ///
    /// - Returns: The index of the argument after them.
    func bind(to statement: borrowing SQLiteStatement, from index: Int32) throws -> Int32 {
        var index = index
        for argument in conditions.flatMap(\.arguments) {
            switch argument {
            case .text(let text): try statement.bind(text, at: index)
            case .number(let number): try statement.bind(number, at: index)
            }
            index += 1
        }
        return index
    }
}
