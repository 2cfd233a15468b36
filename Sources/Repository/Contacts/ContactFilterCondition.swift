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
