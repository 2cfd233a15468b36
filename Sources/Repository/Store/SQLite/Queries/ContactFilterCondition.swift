import Primitives

/// An SQL condition on the rows of `contact c`, with its arguments.
struct ContactFilterCondition {
    /// The SQL; each `?` takes the next argument.
    let sql: String
    let arguments: [any SQLiteArgument]
    /// The word that is searched in the whole contact, also inside of words.
    private(set) var word: SearchWord?

    init(_ sql: String, _ arguments: [any SQLiteArgument] = []) {
        self.sql = sql
        self.arguments = arguments
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

    /// Rows that have the word, at the beginning of a word or inside of one, by the indexes of both.
    static func found(_ word: SearchWord) -> ContactFilterCondition {
        let rows = Self.rows(of: word)
        var condition = ContactFilterCondition(
            "c.number IN (\(rows.joined(separator: " UNION ")))",
            arguments(of: word)
        )
        condition.word = word
        return condition
    }

    /// The same by looking at each row, for a word that is in so many that some are soon found.
    static func walked(_ word: SearchWord) -> ContactFilterCondition {
        let columns = word.parts.flatMap { _ in ["instr(c.search_key, ?) > 0", "instr(c.search_text, ?) > 0"] }
        let start = matching(.word(word).inFields)
        return ContactFilterCondition(
            (columns + ["+" + start.sql]).joined(separator: " OR "),
            word.parts.flatMap { [$0, $0] } + start.arguments
        )
    }

    /// Whether more rows than the limit have the word.
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

    /// Rows that may have one of the values in the field, in the column of a source's value or changed here.
    static func whole(_ field: ContactField, _ values: Set<String>) -> ContactFilterCondition {
        guard ContactColumns.base.contains(field.name) else { return changedHere }
        let places = Array(repeating: "?", count: values.count).joined(separator: ", ")
        return ContactFilterCondition(
            "c.\(field.name) COLLATE NOCASE IN (\(places)) OR \(changedHere.sql)",
            values.sorted()
        )
    }

    /// Favorites; they are few, so the partial index finds them instead of a scan.
    static let favorites = ContactFilterCondition("c.number IN (SELECT number FROM contact WHERE favorite <> 0)")

    static func category(_ name: String) -> ContactFilterCondition {
        ContactFilterCondition(
            "c.number IN (SELECT contact FROM contact_category WHERE name_folded = ?)",
            [FoldedText.key(name)]
        )
    }

    /// Rows whose birthday may be in the range.
    ///
    /// The sort keys are `0MM-DDYYYY`, and `1` without a birthday.
    static func birthdays(_ range: BirthdayRange) -> ContactFilterCondition {
        guard !range.isWholeYear else { return ContactFilterCondition("c.sort_birthday < '1' OR \(unsortedBirthday)") }
        let both = range.first <= range.last ? "AND" : "OR"
        // A colon sorts after every digit, so after the last year of the day.
        return ContactFilterCondition(
            "(c.sort_birthday < '1' AND (c.sort_birthday >= ? \(both) c.sort_birthday < ?)) OR \(unsortedBirthday)",
            ["0" + range.first, "0" + range.last + ":"]
        )
    }

    /// Contacts whose birthday was typed in a form without a sort key.
    private static let unsortedBirthday = "(c.sort_birthday >= '1' AND \(changedHere.sql))"

    /// Rows whose birthday may be the date.
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
