/// Reads pages of contacts from a database, and counts contacts.
///
/// A page is one statement over the index of its sort order. A search with few matches looks them up and sorts them;
/// one with many walks through the sort order and skips the contacts that don't match.
struct ContactPageReader {
    /// The country assumed for telephone numbers without a country code.
    var region: PhoneRegion?
    /// Called for each contact that can't be read.
    var onUnreadable: UnreadableHandler = { _ in }
    /// The maximum number of search matches that are looked up one by one.
    ///
    /// For a word that is also searched for inside of words, it is ten times as high: looking up 5,000 of 100,000
    /// contacts takes 15 ms, while walking through all of them to compare their texts takes 75 ms for each word.
    var few: Int

    func page(of query: ContactQuery, on connection: SQLiteConnection) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        guard query.filter.mayFind else { return ContactPage(contacts: []) }
        let clause = ContactFilterClause(query.filter, region: region)
        var conditions = try clause.others.map { condition in
            guard let word = condition.word,
                try ContactFilterCondition.isFrequent(word, limit: 10 * few, on: connection)
            else { return condition }
            return .walked(word)
        }
        if let search = clause.search { conditions.append(try found(by: search, on: connection)) }
        if let position { conditions.append(query.isAfter(position)) }
        let limit = max(0, query.limit)
        // The number of rows for a page is only known if all of them match and can be read.
        if clause.undecided == nil, limit < .max {
            let (page, areAllRead) = try read(query, conditions, matcher: nil, rows: limit + 1, on: connection)
            if areAllRead { return page }
        }
        return try read(query, conditions, matcher: matcher(clause, query.filter), rows: -1, on: connection).page
    }

    /// Returns a matcher for what the clause leaves undecided.
    private func matcher(_ clause: ContactFilterClause, _ filter: ContactFilter) -> ContactMatcher? {
        clause.undecided.map { ContactMatcher(conditions: $0, reach: filter.reach, region: region) }
    }

    /// Returns the condition for the rows that the search finds.
    private func found(by search: SearchTerm, on connection: SQLiteConnection) throws -> ContactFilterCondition {
        let sql = "SELECT rowid FROM contact_search WHERE contact_search MATCH ? LIMIT \(few + 1)"
        let numbers = try connection.rows(sql, [search.match]) { row in row.integer(0) }
        guard numbers.count > few else {
            let list = "[\(numbers.map(String.init).joined(separator: ","))]"
            return ContactFilterCondition("c.number IN (SELECT value FROM json_each(?))", [list])
        }
        let many = ContactFilterCondition.matching(search)
        // The plus sign keeps SQLite from looking up each of them, so that it walks through the sort order.
        return ContactFilterCondition("+" + many.sql, many.arguments)
    }

    /// Reads a page from at most `rows` rows, or from all if it is -1, and returns whether every row could be read.
    private func read(
        _ query: ContactQuery,
        _ conditions: [ContactFilterCondition],
        matcher: ContactMatcher?,
        rows: Int,
        on connection: SQLiteConnection
    ) throws -> (page: ContactPage, areAllRead: Bool) {
        var page = ContactPage(contacts: [])
        var areAllRead = true
        var key = ""
        var arguments = conditions.flatMap(\.arguments)
        arguments.append(rows)
        let sql = ContactColumns.select(conditions, adding: query.key) + query.order + " LIMIT ?"
        try connection.withStatement(sql, arguments) { row in
            while try row.step() {
                guard let contact = try ContactColumns.contact(row, onUnreadable: onUnreadable) else {
                    areAllRead = false
                    continue
                }
                guard matcher?.matches(contact) != false else { continue }
                guard page.contacts.count < query.limit else {
                    page.next = page.contacts.last.map { CursorPosition(key: key, id: $0.id).cursor(query) }
                    return
                }
                page.contacts.append(contact)
                key = row.text(ContactColumns.count) ?? ""
            }
        }
        return (page, areAllRead)
    }

    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        guard filter.mayFind else { return 0 }
        let clause = ContactFilterClause(filter, region: region)
        var arguments: [(any SQLiteArgument)?] = clause.conditions.flatMap(\.arguments)
        if let matcher = matcher(clause, filter) {
            var count = 0
            try connection.forEach(ContactColumns.select(clause.conditions), arguments) { row in
                guard let contact = try ContactColumns.contact(row, onUnreadable: onUnreadable) else { return }
                if matcher.matches(contact) { count += 1 }
            }
            return count
        }
        let sql: String
        if let search = clause.search, clause.others.isEmpty, filter.names == nil {
            // Removed contacts have no words.
            sql = "SELECT count(*) FROM contact_search WHERE contact_search MATCH ?"
            arguments = [search.match]
        } else if clause.conditions.isEmpty {
            sql = "SELECT (SELECT count(*) FROM contact) - (SELECT count(*) FROM contact WHERE deleted_at IS NOT NULL)"
        } else {
            sql = "SELECT count(*) FROM (\(ContactColumns.select(clause.conditions)))"
        }
        return try connection.rows(sql, arguments) { Int($0.integer(0)) }.first ?? 0
    }
}

extension ContactQuery {
    var key: String { "c.sort_\(sort.rawValue)" }

    /// The `ORDER BY` clause, which matches an index: the sort key, then the identifier.
    var order: String { " ORDER BY " + (isReversed ? "\(key) DESC, c.id DESC" : "\(key), c.id") }

    /// Returns the condition for the rows after the position (keyset pagination).
    func isAfter(_ position: CursorPosition) -> ContactFilterCondition {
        ContactFilterCondition(
            "(\(key), c.id) \(isReversed ? "<" : ">") (?, ?)",
            [position.key, position.id.rawValue]
        )
    }
}
