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

/// An expression as conditions of a statement, which find everybody whom it means and perhaps more.
struct ContactExpressionClause {
    /// What the search index is asked; nothing for everybody.
    private(set) var term: SearchTerm?
    /// Conditions beside it.
    private(set) var condition: ContactFilterCondition?
    /// Whether nobody else is found.
    private(set) var isExact: Bool

    init(_ expression: ContactExpression) {
        switch expression {
        case .term(let term): self.init(ContactCondition(term))
        case .all(let parts): self.init(all: parts.map(Self.init))
        case .any(let parts): self.init(any: parts.map(Self.init))
        case .not(let part): self.init(not: Self(part))
        }
    }

    /// Everything that is asked, as one condition.
    var whole: ContactFilterCondition? {
        let index = term.map(ContactFilterCondition.matching)
        guard let index, let condition else { return index ?? condition }
        return .joined([index, condition], by: "AND")
    }

    private init(term: SearchTerm? = nil, condition: ContactFilterCondition? = nil, isExact: Bool) {
        self.term = term
        self.condition = condition
        self.isExact = isExact
    }

    private init(_ condition: ContactCondition) {
        switch condition {
        case .words(let word): self.init(term: .word(word), isExact: true)
        case .text(let field, let word):
            // A field that no source has is looked for among the contacts that were changed or made here.
            let isOfSource = field.isIndexed || ContactColumns.base.contains(field.name)
            self.init(
                term: field.isIndexed ? .parts(word) : nil,
                condition: isOfSource ? nil : .changedHere,
                isExact: false
            )
        case .whole(_, let value): self.init(condition: .nationality([value]), isExact: false)
        case .date(.birthday, let date): self.init(condition: .birthday(date), isExact: false)
        case .flag(.edited, true): self.init(condition: .changedHere, isExact: false)
        case .flag(.favorite, let isFavorite):
            self.init(condition: isFavorite ? .favorites : .negated(.favorites), isExact: true)
        case .flag(.source, let isFromSource): self.init(condition: .fromSource(isFromSource), isExact: true)
        case .identifier(.id, let start): self.init(condition: .identifier(start), isExact: false)
        case .nobody: self.init(condition: .nobody, isExact: true)
        case .phone, .date, .flag, .identifier: self.init(isExact: false)
        }
    }

    private init(all parts: [ContactExpressionClause]) {
        let terms = parts.compactMap(\.term)
        let conditions = parts.compactMap(\.condition)
        self.init(
            term: terms.isEmpty ? nil : .all(terms),
            condition: conditions.isEmpty ? nil : .joined(conditions, by: "AND"),
            isExact: parts.allSatisfy(\.isExact)
        )
    }

    private init(any parts: [ContactExpressionClause]) {
        let isExact = parts.allSatisfy(\.isExact)
        guard !parts.isEmpty else {
            self.init(condition: .nobody, isExact: true)
            return
        }
        if parts.allSatisfy({ $0.term != nil && $0.condition == nil }) {
            self.init(term: .any(parts.compactMap(\.term)), isExact: isExact)
        } else {
            let wholes = parts.compactMap(\.whole)
            // One of them is everybody.
            let isOpen = wholes.count < parts.count
            self.init(condition: isOpen ? nil : .joined(wholes, by: "OR"), isExact: isExact)
        }
    }

    private init(not part: ContactExpressionClause) {
        guard part.isExact else {
            self.init(isExact: false)
            return
        }
        self.init(condition: part.whole.map(ContactFilterCondition.negated) ?? .nobody, isExact: true)
    }
}

/// A condition of a statement on the rows of `contact c`, with its arguments.
struct ContactFilterCondition {
    /// An argument of a condition.
    enum Argument {
        case text(String)
        case number(Int64)

        /// Sets the argument of the statement at `index`.
        func bind(to statement: borrowing SQLiteStatement, at index: Int32) throws {
            switch self {
            case .text(let text): try statement.bind(text, at: index)
            case .number(let number): try statement.bind(number, at: index)
            }
        }
    }

    /// The condition; each `?` takes the next argument.
    let sql: String
    let arguments: [Argument]

    init(_ sql: String, _ arguments: [Argument] = []) {
        self.sql = sql
        self.arguments = arguments
    }

    /// What was changed or created here, in which the columns of the source say nothing about what is shown.
    static let changedHere = ContactFilterCondition("c.number IN (SELECT contact FROM contact_local)")

    static let nobody = ContactFilterCondition("0")

    /// Whom the search index finds.
    static func matching(_ term: SearchTerm) -> ContactFilterCondition {
        ContactFilterCondition(
            "c.number IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?)",
            [.text(term.match)]
        )
    }

    /// All who may have one of the nationalities.
    static func nationality(_ codes: Set<String>) -> ContactFilterCondition {
        let places = Array(repeating: "?", count: codes.count).joined(separator: ", ")
        return ContactFilterCondition(
            "c.nationality COLLATE NOCASE IN (\(places)) OR \(changedHere.sql)",
            codes.sorted().map { .text($0) }
        )
    }

    /// All who may have the gender.
    static func gender(_ gender: String) -> ContactFilterCondition {
        ContactFilterCondition("c.gender = ? COLLATE NOCASE OR \(changedHere.sql)", [.text(gender)])
    }

    /// All who may have a text in a column, compared without accents and case.
    static func place(_ column: String, _ text: String) -> ContactFilterCondition {
        ContactFilterCondition("folded(c.\(column)) = ? OR \(changedHere.sql)", [.text(FoldedText.key(text))])
    }

    /// Favourites, which are few: found by themselves, not on a walk through everybody.
    static let favorites = ContactFilterCondition("c.number IN (SELECT number FROM contact WHERE favorite <> 0)")

    /// Those who are from the source, or were made here.
    static func fromSource(_ isFromSource: Bool) -> ContactFilterCondition {
        ContactFilterCondition(isFromSource ? "c.source IS NOT NULL" : "c.source IS NULL")
    }

    /// All in the group.
    static func category(_ name: String) -> ContactFilterCondition {
        ContactFilterCondition(
            "c.number IN (SELECT contact FROM contact_category WHERE name_folded = ?)",
            [.text(FoldedText.key(name))]
        )
    }

    /// All whose birthday may be in the range.
    ///
    /// The keys are `0MM-DDYYYY`, and `1` for people without a birthday.
    static func birthdays(_ range: BirthdayRange) -> ContactFilterCondition {
        guard !range.isWholeYear else { return ContactFilterCondition("c.sort_birthday < '1' OR \(unsortedBirthday)") }
        let both = range.first <= range.last ? "AND" : "OR"
        // A colon sorts after every digit, and so after the day's last year.
        return ContactFilterCondition(
            "(c.sort_birthday < '1' AND (c.sort_birthday >= ? \(both) c.sort_birthday < ?)) OR \(unsortedBirthday)",
            [.text("0" + range.first), .text("0" + range.last + ":")]
        )
    }

    /// A birthday that is kept as it was typed, and that no order knows.
    private static let unsortedBirthday = "(c.sort_birthday >= '1' AND \(changedHere.sql))"

    /// All whose birthday may be the date.
    static func birthday(_ date: PartialDate) -> ContactFilterCondition {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard let month = date.month else {
            return ContactFilterCondition("c.sort_birthday < '1' OR \(unsortedBirthday)")
        }
        let start = "0" + two(month) + (date.day.map { "-" + two($0) } ?? "")
        return ContactFilterCondition(
            "(c.sort_birthday >= ? AND c.sort_birthday < ?) OR \(unsortedBirthday)",
            [.text(start), .text(start + ":")]
        )
    }

    /// All whose identifier begins with the text.
    static func identifier(_ start: String) -> ContactFilterCondition {
        ContactFilterCondition(
            "substr(c.id, 1, ?) = ? COLLATE NOCASE",
            [.number(Int64(start.unicodeScalars.count)), .text(start)]
        )
    }

    /// All who were changed since then.
    static func updated(since time: Int64) -> ContactFilterCondition {
        ContactFilterCondition("c.updated_at >= ?", [.number(time)])
    }

    static func joined(_ conditions: [ContactFilterCondition], by word: String) -> ContactFilterCondition {
        guard conditions.count != 1 else { return conditions[0] }
        return ContactFilterCondition(
            conditions.map { "(\($0.sql))" }.joined(separator: " \(word) "),
            conditions.flatMap(\.arguments)
        )
    }

    static func negated(_ condition: ContactFilterCondition) -> ContactFilterCondition {
        ContactFilterCondition("NOT (\(condition.sql))", condition.arguments)
    }
}
