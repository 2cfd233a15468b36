/// Reads pages of contacts from a database, and counts them.
final class ContactPageReader {
    /// The way of every search, and whether the index is asked for but the first term; nothing chooses then.
    private let fixed: (way: SearchWay, asksOne: Bool)?

    init(way: SearchWay? = nil, asksOne: Bool = false) {
        fixed = way.map { ($0, asksOne) }
    }

    /// Reads the page.
    func page(of query: ContactQuery, on connection: SQLiteConnection) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let clause = ContactFilterClause(query.filter)
        guard clause.terms.isEmpty else {
            let search = ContactSearch(query: query, position: position, clause: clause, connection: connection)
            guard let fixed else { return try search.page() }
            return try search.page(by: fixed.way, asked: fixed.asksOne ? [0] : Array(clause.terms.indices))
        }
        let limit = max(0, query.limit)
        // Without a limit, rows are read until enough of them are wanted.
        let isOpen = clause.matcher != nil || limit == .max
        let page = try read(query, from: position, clause, rows: isOpen ? -1 : Int64(limit) + 1, on: connection)
        guard !isOpen, page.mayMissTied else { return page.finished }
        return try read(query, from: position, clause, rows: -1, on: connection).finished
    }

    /// Reads a page, at most so many rows for each of its parts, all when that is -1.
    private func read(
        _ query: ContactQuery,
        from position: CursorPosition?,
        _ clause: ContactFilterClause,
        rows: Int64,
        on connection: SQLiteConnection
    ) throws -> PageInMaking {
        var page = PageInMaking(query)
        // Behind a place the page is read in two parts, of which the first is nearly always empty: one statement for both
        // would compare each row with the place, which takes a tenth of the time of reading it.
        let parts = position.map(query.parts).map { [[$0.tied], [$0.behind]] } ?? [[]]
        for part in parts {
            let conditions = part + clause.others
            let isFull = try connection.withStatement(query.page(conditions)) { row in
                var index: Int32 = 1
                try row.bind(conditions, at: &index)
                try row.bind(rows, at: index)
                while try row.step() {
                    if try page.isFull(adding: row, clause.matcher) { return true }
                }
                return false
            }
            if isFull || page.mayMissTied { break }
        }
        return page
    }

    /// Counts whom the filter finds.
    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        let clause = ContactFilterClause(filter)
        let select = ContactColumns.select(clause.conditions)
        guard let matcher = clause.matcher else {
            return try connection.withStatement("SELECT count(*) FROM (\(select))") { row in
                var index: Int32 = 1
                try row.bind(clause.conditions, at: &index)
                return try row.step() ? Int(row.integer(0)) : 0
            }
        }
        return try connection.withStatement(select) { row in
            var index: Int32 = 1
            try row.bind(clause.conditions, at: &index)
            var count = 0
            while try row.step() {
                if matcher.matches(try ContactColumns.contact(row)) { count += 1 }
            }
            return count
        }
    }
}
