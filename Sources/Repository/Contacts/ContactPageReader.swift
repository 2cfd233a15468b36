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
        var clause = ContactFilterClause(query.filter)
        if let match = clause.match, try isCommon(match, on: connection) { clause.leaveIndexOut() }
        let key = "c.sort_\(query.sort.rawValue)"
        let place = position == nil ? [] : ["(\(key), c.id) > (?, ?)"]
        let conditions = ([ContactColumns.isPresent] + place + clause.conditions.map(\.sql)).map { "(\($0))" }
        let sql =
            ContactColumns.select + " WHERE " + conditions.joined(separator: " AND ") + " ORDER BY \(key), c.id LIMIT ?"
        return try connection.withStatement(sql) { row in
            var index: Int32 = 1
            if let position {
                try row.bind(position.key, at: 1)
                try row.bind(position.id.rawValue, at: 2)
                index = 3
            }
            for argument in clause.conditions.flatMap(\.arguments) {
                try argument.bind(to: row, at: index)
                index += 1
            }
            let limit = max(0, query.limit)
            // Without a limit, rows are read until enough of them are wanted.
            let isOpen = clause.matcher != nil || limit == .max
            try row.bind(isOpen ? -1 : Int64(limit) + 1, at: index)
            var contacts: [Contact] = []
            while try row.step() {
                let contact = try ContactColumns.contact(row)
                guard clause.matcher?.matches(contact) != false else { continue }
                guard contacts.count < limit else { return ContactPage(contacts, of: query, isLast: false) }
                contacts.append(contact)
            }
            return ContactPage(contacts, of: query, isLast: true)
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
