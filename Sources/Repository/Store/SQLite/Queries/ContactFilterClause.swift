import Primitives

/// A filter, or some of its conditions, as an index query and SQL, which match at least what the filter matches.
struct ContactFilterClause {
    /// The words and names of the filter as one query of the index, which is cheaper than several; `nil` matches every
    /// row.
    private(set) var search: SearchTerm?
    /// The conditions in addition to the index query, all of which must hold.
    private(set) var others: [ContactFilterCondition] = []
    /// Conditions that SQL can't express, to be checked on the contacts found; `nil` if there are none.
    private(set) var undecided: ContactConditions?

    /// `region` is the country assumed for telephone numbers without a country code.
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
            // No name matches a term without words, and every name matches an empty list of terms.
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
                // A match inside of words depends on the whole filter.
                undecided = whole
            }
        }
    }

    /// All conditions, each of which must hold.
    var conditions: [ContactFilterCondition] { (search.map { [.matching($0)] } ?? []) + others }

    /// Returns the names as an index query; `nil` without terms, or if one of them has no words.
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
        // Excluded text is excluded wherever it occurs.
        case .not(let part): self.init(not: Self(part), of: conditions)
        }
    }

    /// The conditions of a part, whose term isn't restricted to fields yet, as one; `nil` matches every row.
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
            // The parts of the word may be in different fields, so the contacts found are compared again.
            var condition = ContactFilterCondition.found(word)
            if word.phrases.contains(where: { $0.count > 1 }) {
                let parts = ContactFilterCondition.matching(.parts(word).inFields)
                condition = .joined([parts, condition], by: "OR")
            }
            self.init(condition: condition, undecided: undecided)
        case .text(let field, let word):
            // A field that no source provides is only searched in contacts that were changed or created here.
            let isOfSource = field.isIndexed || ContactColumns.base.contains(field.name)
            self.init(
                term: field.isIndexed ? .parts(word) : nil,
                condition: isOfSource ? nil : .changedHere,
                undecided: undecided
            )
        case .whole(let field, let values): self.init(condition: .whole(field, values), undecided: undecided)
        case .same(.categories, let name, _): self.init(condition: .category(name), undecided: undecided)
        case .same(_, let text, _):
            // The index contains the words of all addresses.
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

/// An SQL condition on the rows of `contact c`, with its arguments.
struct ContactFilterCondition {
    /// The SQL; each `?` takes the next argument.
    let sql: String
    let arguments: [any SQLiteArgument]
    /// The word to search for in the whole contact, also inside of words.
    let word: SearchWord?

    init(_ sql: String, _ arguments: [any SQLiteArgument] = [], word: SearchWord? = nil) {
        self.sql = sql
        self.arguments = arguments
        self.word = word
    }

    /// Contacts that were changed or created here: their effective values are in the card, not in the columns.
    static let changedHere = ContactFilterCondition("c.number IN (SELECT contact FROM contact_local)")

    static let never = ContactFilterCondition("0")

    static func matching(_ term: SearchTerm) -> ContactFilterCondition {
        ContactFilterCondition(
            "c.number IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?)",
            [term.match]
        )
    }

    /// Returns a condition for rows with the word, at the beginning of a word or inside one, using both indexes.
    static func found(_ word: SearchWord) -> ContactFilterCondition {
        let rows = rows(of: word).joined(separator: " UNION ")
        return ContactFilterCondition("c.number IN (\(rows))", arguments(of: word), word: word)
    }

    /// Returns the same condition by examining each row, for a word so frequent that some are found soon.
    static func walked(_ word: SearchWord) -> ContactFilterCondition {
        let columns = word.parts.flatMap { _ in ["instr(c.search_key, ?) > 0", "instr(c.search_text, ?) > 0"] }
        let start = matching(.word(word).inFields)
        return ContactFilterCondition(
            (columns + ["+" + start.sql]).joined(separator: " OR "),
            word.parts.flatMap { [$0, $0] } + start.arguments
        )
    }

    /// Returns whether more rows than the limit contain the word.
    static func isFrequent(_ word: SearchWord, limit: Int, on connection: SQLiteConnection) throws -> Bool {
        let sql = "SELECT count(*) FROM (\(rows(of: word).joined(separator: " UNION ALL ")) LIMIT \(limit + 1))"
        return try connection.withStatement(sql, arguments(of: word)) { row in
            try row.step() && row.integer(0) > limit
        }
    }

    private static func rows(of word: SearchWord) -> [String] {
        ["contact_search", "contact_search_inside"].map { "SELECT rowid FROM \($0) WHERE \($0) MATCH ?" }
    }

    private static func arguments(of word: SearchWord) -> [any SQLiteArgument] {
        [SearchTerm.word(word).inFields.match, SearchTerm.inside(word).match]
    }

    /// Returns a condition for rows that may have one of the values, in the source's column or in a local change.
    static func whole(_ field: ContactField, _ values: Set<String>) -> ContactFilterCondition {
        guard ContactColumns.base.contains(field.name) else { return changedHere }
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        return ContactFilterCondition(
            "c.\(field.name) COLLATE NOCASE IN (\(places)) OR \(changedHere.sql)",
            values.sorted()
        )
    }

    /// Favorites; there are few, so the partial index finds them faster than a scan.
    static let favorites = ContactFilterCondition("c.number IN (SELECT number FROM contact WHERE favorite <> 0)")

    static func category(_ name: String) -> ContactFilterCondition {
        ContactFilterCondition(
            "c.number IN (SELECT contact FROM contact_category WHERE name_folded = ?)",
            [FoldedText.key(name)]
        )
    }

    /// Returns a condition for rows whose birthday may be in the range.
    ///
    /// The sort keys are `0MM-DDYYYY`, and `1` without a birthday.
    static func birthdays(_ range: BirthdayRange) -> ContactFilterCondition {
        guard !range.isWholeYear else { return ContactFilterCondition("c.sort_birthday < '1' OR \(unsortedBirthday)") }
        let both = range.first <= range.last ? "AND" : "OR"
        // A colon sorts after every digit, and so after the last year of the day.
        return ContactFilterCondition(
            "(c.sort_birthday < '1' AND (c.sort_birthday >= ? \(both) c.sort_birthday < ?)) OR \(unsortedBirthday)",
            ["0" + range.first, "0" + range.last + ":"]
        )
    }

    /// Contacts whose birthday was typed in a form without a sort key.
    private static let unsortedBirthday = "(c.sort_birthday >= '1' AND \(changedHere.sql))"

    static func birthday(_ date: PartialDate) -> ContactFilterCondition {
        guard let month = date.month else {
            return ContactFilterCondition("c.sort_birthday < '1' OR \(unsortedBirthday)")
        }
        let start = "0" + month.digits(2) + (date.day.map { "-" + $0.digits(2) } ?? "")
        return ContactFilterCondition(
            "(c.sort_birthday >= ? AND c.sort_birthday < ?) OR \(unsortedBirthday)",
            [start, start + ":"]
        )
    }

    static func identifier(_ start: String) -> ContactFilterCondition {
        ContactFilterCondition(
            "substr(c.id, 1, ?) = ? COLLATE NOCASE",
            [start.unicodeScalars.count, start]
        )
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
