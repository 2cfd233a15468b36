/// Reads pages of contacts from a database.
///
/// The search index first says whom it finds, and those are put in order. Of a word that many have, most would be put in
/// order in vain: then the contacts are read in their order, and compared one by one until the page is full.
final class ContactPageReader {
    /// From how many finds on the index is not used: a number, and a share of all contacts in percent, both reached.
    private let common: (count: Int64, percent: Int64)
    /// What the index was asked last, for the pages that follow.
    private var last: (match: String, isCommon: Bool)?

    init(commonCount: Int64 = 10_000, commonPercent: Int64 = 2) {
        common = (commonCount, commonPercent)
    }

    /// Reads the page.
    func page(of query: ContactQuery, on connection: SQLiteConnection) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let clause = try clause(of: query.filter, on: connection)
        let key = "c.sort_\(query.sort.rawValue)"
        let place = position == nil ? [] : ["(\(key), c.id) > (?, ?)"]
        let sql = Self.select(place, clause, adding: key) + " ORDER BY \(key), c.id LIMIT ?"
        return try connection.withStatement(sql) { row in
            var index: Int32 = 1
            if let position {
                try row.bind(position.key, at: 1)
                try row.bind(position.id.rawValue, at: 2)
                index = 3
            }
            try Self.bind(clause, to: row, at: &index)
            let limit = max(0, query.limit)
            // Without a limit, rows are read until enough of them are wanted.
            let isOpen = clause.matcher != nil || limit == .max
            try row.bind(isOpen ? -1 : Int64(limit) + 1, at: index)
            var contacts: [Contact] = []
            var end: CursorPosition?
            while try row.step() {
                let contact = try ContactColumns.contact(row)
                guard clause.matcher?.matches(contact) != false else { continue }
                guard contacts.count < limit else { return ContactPage(contacts: contacts, next: end?.cursor(query)) }
                contacts.append(contact)
                guard contacts.count == limit else { continue }
                end = CursorPosition(key: row.text(ContactColumns.count) ?? "", id: contact.id)
            }
            return ContactPage(contacts: contacts)
        }
    }

    /// Counts whom the filter finds.
    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        let clause = try clause(of: filter, on: connection)
        let select = Self.select([], clause)
        guard let matcher = clause.matcher else {
            return try connection.withStatement("SELECT count(*) FROM (\(select))") { row in
                var index: Int32 = 1
                try Self.bind(clause, to: row, at: &index)
                return try row.step() ? Int(row.integer(0)) : 0
            }
        }
        return try connection.withStatement(select) { row in
            var index: Int32 = 1
            try Self.bind(clause, to: row, at: &index)
            var count = 0
            while try row.step() {
                if matcher.matches(try ContactColumns.contact(row)) { count += 1 }
            }
            return count
        }
    }

    private func clause(of filter: ContactFilter, on connection: SQLiteConnection) throws -> ContactFilterClause {
        var clause = ContactFilterClause(filter)
        if let match = clause.match, try isCommon(match, on: connection) { clause.leaveIndexOut() }
        return clause
    }

    /// A statement that reads contacts, and `column` after them.
    private static func select(
        _ place: [String],
        _ clause: ContactFilterClause,
        adding column: String = "NULL"
    ) -> String {
        let conditions = [ContactColumns.isPresent] + place + clause.conditions.map(\.sql)
        return "SELECT \(ContactColumns.shown), \(column) \(ContactColumns.tables) WHERE "
            + conditions.map { "(\($0))" }.joined(separator: " AND ")
    }

    /// Binds the values of the conditions from `index` on, which is behind them then.
    private static func bind(
        _ clause: ContactFilterClause,
        to row: borrowing SQLiteStatement,
        at index: inout Int32
    ) throws {
        for argument in clause.conditions.flatMap(\.arguments) {
            try argument.bind(to: row, at: index)
            index += 1
        }
    }

    private func isCommon(_ match: String, on connection: SQLiteConnection) throws -> Bool {
        if let last, last.match == match { return last.isCommon }
        let all = try connection.integer("SELECT max(number) FROM contact")
        let limit = max(common.count, all / 100 * common.percent)
        let found = try connection.withStatement(
            "SELECT count(*) FROM (SELECT 1 FROM contact_search WHERE contact_search MATCH ? LIMIT ?)"
        ) { row in
            try row.bind(match, at: 1)
            try row.bind(limit, at: 2)
            return try row.step() ? row.integer(0) : 0
        }
        last = (match, found >= limit)
        return found >= limit
    }
}
