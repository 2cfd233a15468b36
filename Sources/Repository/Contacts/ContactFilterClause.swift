/// A filter as the conditions of a statement and their arguments.
struct ContactFilterClause {
    /// An argument of a condition.
    enum Argument {
        case text(String)
        case number(Int64)
    }

    /// The conditions, all of which must hold; each `?` takes the next argument.
    private(set) var conditions: [String] = []
    private(set) var arguments: [Argument] = []

    init(_ filter: ContactFilter) {
        let search = SearchQuery(filter.text)
        if !search.words.isEmpty {
            add("c.number IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?)", .text(search.match))
        } else if !filter.text.allSatisfy(\.isWhitespace) {
            // Nothing but punctuation is in nobody's name.
            conditions.append("0")
        }
        if !filter.nationalities.isEmpty {
            let places = Array(repeating: "?", count: filter.nationalities.count).joined(separator: ", ")
            conditions.append("c.nationality COLLATE NOCASE IN (\(places))")
            arguments += filter.nationalities.sorted().map { .text($0) }
        }
        if let gender = filter.gender { add("c.gender = ? COLLATE NOCASE", .text(gender)) }
        if let city = filter.city { add("folded(c.city) = ?", .text(FoldedText.key(city))) }
        if let country = filter.country { add("folded(c.country) = ?", .text(FoldedText.key(country))) }
        if let range = filter.birthdays { add(range) }
        if let time = filter.updatedSince { add("c.updated_at >= ?", .number(time.milliseconds)) }
    }

    /// Binds the arguments from `index` on.
    func bind(to statement: borrowing SQLiteStatement, from index: Int32) throws {
        for (offset, argument) in arguments.enumerated() {
            switch argument {
            case .text(let text): try statement.bind(text, at: index + Int32(offset))
            case .number(let number): try statement.bind(number, at: index + Int32(offset))
            }
        }
    }

    private mutating func add(_ condition: String, _ argument: Argument) {
        conditions.append(condition)
        arguments.append(argument)
    }

    /// The keys are `0MM-DDYYYY`, and `1` for people without a birthday.
    private mutating func add(_ range: BirthdayRange) {
        guard !range.isWholeYear else { return conditions.append("c.sort_birthday < '1'") }
        let both = range.first <= range.last ? "AND" : "OR"
        conditions.append("c.sort_birthday < '1' AND (c.sort_birthday >= ? \(both) c.sort_birthday < ?)")
        // A colon sorts after every digit, and so after the day's last year.
        arguments += [.text("0" + range.first), .text("0" + range.last + ":")]
    }
}
