/// Reads pages of contacts from a database.
///
/// The search index says whom it finds, but not in the order of the page: the ``SearchWay`` that takes the least brings
/// them into it.
final class ContactPageReader {
    /// From how many finds on it is asked whether the rest is worth it.
    private static let sample = 4000

    /// The way that is always gone; nothing chooses.
    private let fixedWay: SearchWay?

    init(way: SearchWay? = nil) {
        fixedWay = way
    }

    /// Reads the page.
    func page(of query: ContactQuery, on connection: SQLiteConnection) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        var clause = ContactFilterClause(query.filter)
        if let match = clause.match {
            let finds = try finds(of: match, wanted: query.limit, on: connection)
            if let finds { return try page(of: query, from: position, among: finds, clause, on: connection) }
            clause.leaveIndexOut()
        }
        let sql =
            Self.select(Self.place(after: position, query), clause.others, adding: Self.key(query)) + Self.order(query)
        return try connection.withStatement(sql + " LIMIT ?") { row in
            var index: Int32 = 1
            try Self.bind(position, to: row, at: &index)
            try Self.bind(clause.others, to: row, at: &index)
            let limit = max(0, query.limit)
            // Without a limit, rows are read until enough of them are wanted.
            let isOpen = clause.matcher != nil || limit == .max
            try row.bind(isOpen ? -1 : Int64(limit) + 1, at: index)
            var page = PageInMaking(query)
            while try row.step() {
                if try page.isFull(adding: row, clause.matcher) { break }
            }
            return page.finished
        }
    }

    /// Counts whom the filter finds.
    func count(_ filter: ContactFilter, on connection: SQLiteConnection) throws -> Int {
        let clause = ContactFilterClause(filter)
        let select = Self.select(nil, clause.conditions)
        guard let matcher = clause.matcher else {
            return try connection.withStatement("SELECT count(*) FROM (\(select))") { row in
                var index: Int32 = 1
                try Self.bind(clause.conditions, to: row, at: &index)
                return try row.step() ? Int(row.integer(0)) : 0
            }
        }
        return try connection.withStatement(select) { row in
            var index: Int32 = 1
            try Self.bind(clause.conditions, to: row, at: &index)
            var count = 0
            while try row.step() {
                if matcher.matches(try ContactColumns.contact(row)) { count += 1 }
            }
            return count
        }
    }

    /// The numbers of the rows that the index finds, and how to order them; `nil` when they are too many to be of use.
    private func finds(
        of match: String,
        wanted: Int,
        on connection: SQLiteConnection
    ) throws -> (numbers: [Int64], all: Int64, isWalked: Bool)? {
        if fixedWay == .compare { return nil }
        let all = try connection.integer("SELECT max(number) FROM contact")
        let wanted = min(wanted, Int(all))
        func way(_ found: Double) -> SearchWay { fixedWay ?? SearchWay(wanted: wanted, found: found, all: Double(all)) }
        let sql = "SELECT rowid FROM contact_search WHERE contact_search MATCH ? ORDER BY rowid"
        let numbers = try connection.withStatement(sql) { (row: borrowing SQLiteStatement) -> [Int64]? in
            try row.bind(match, at: 1)
            var numbers: [Int64] = []
            while try row.step() {
                numbers.append(row.integer(0))
                // About how many there are follows from how close together these are.
                if numbers.count == Self.sample,
                    way(Double(Self.sample) * Double(all) / Double(max(row.integer(0), 1))) == .compare
                {
                    return nil
                }
            }
            return numbers
        }
        return numbers.map { ($0, all, way(Double($0.count)) != .sort) }
    }

    private func page(
        of query: ContactQuery,
        from position: CursorPosition?,
        among finds: (numbers: [Int64], all: Int64, isWalked: Bool),
        _ clause: ContactFilterClause,
        on connection: SQLiteConnection
    ) throws -> ContactPage {
        var page = PageInMaking(query)
        let sql = Self.select("c.number = ?", clause.others, adding: Self.key(query))
        /// Whether the page is full with the contact in the row, if it is wanted.
        func isFull(adding number: Int64) throws -> Bool {
            try connection.withStatement(sql) { row in
                try row.bind(number, at: 1)
                var index: Int32 = 2
                try Self.bind(clause.others, to: row, at: &index)
                return try row.step() && page.isFull(adding: row, clause.matcher)
            }
        }
        if finds.isWalked {
            let isFound = NumberSet(finds.numbers, upTo: finds.all)
            let places = Self.place(after: position, query).map { " WHERE " + $0 } ?? ""
            try connection.withStatement("SELECT c.number FROM contact c" + places + Self.order(query)) { row in
                var index: Int32 = 1
                try Self.bind(position, to: row, at: &index)
                while try row.step() {
                    let number = row.integer(0)
                    if isFound.contains(number), try isFull(adding: number) { break }
                }
            }
        } else {
            for number in try Self.ordered(finds.numbers, query, from: position, on: connection)
            where try isFull(adding: number) {
                break
            }
        }
        return page.finished
    }

    /// The numbers in the order of the query, those up to the position left out.
    private static func ordered(
        _ numbers: [Int64],
        _ query: ContactQuery,
        from position: CursorPosition?,
        on connection: SQLiteConnection
    ) throws -> [Int64] {
        let sql = "SELECT \(key(query)), c.id FROM contact c WHERE c.number = ?"
        let places = try numbers.compactMap { number in
            try connection.withStatement(sql) { row in
                try row.bind(number, at: 1)
                guard try row.step() else { return nil as (CursorPosition, Int64)? }
                return (CursorPosition(key: row.text(0) ?? "", id: ContactID(rawValue: row.text(1) ?? "")), number)
            }
        }
        return places.filter { place in position.map { $0 < place.0 } ?? true }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private static func key(_ query: ContactQuery) -> String { "c.sort_\(query.sort.rawValue)" }

    private static func order(_ query: ContactQuery) -> String { " ORDER BY \(key(query)), c.id" }

    /// The condition for what comes after the position.
    private static func place(after position: CursorPosition?, _ query: ContactQuery) -> String? {
        position == nil ? nil : "(\(key(query)), c.id) > (?, ?)"
    }

    /// A statement that reads contacts, and `column` after them.
    private static func select(
        _ place: String?,
        _ conditions: [ContactFilterCondition],
        adding column: String = "NULL"
    ) -> String {
        let conditions = [ContactColumns.isPresent] + [place].compactMap(\.self) + conditions.map(\.sql)
        return "SELECT \(ContactColumns.shown), \(column) \(ContactColumns.tables) WHERE "
            + conditions.map { "(\($0))" }.joined(separator: " AND ")
    }

    private static func bind(
        _ position: CursorPosition?,
        to row: borrowing SQLiteStatement,
        at index: inout Int32
    ) throws {
        guard let position else { return }
        try row.bind(position.key, at: index)
        try row.bind(position.id.rawValue, at: index + 1)
        index += 2
    }

    /// Binds the values of the conditions from `index` on, which is behind them then.
    private static func bind(
        _ conditions: [ContactFilterCondition],
        to row: borrowing SQLiteStatement,
        at index: inout Int32
    ) throws {
        for argument in conditions.flatMap(\.arguments) {
            try argument.bind(to: row, at: index)
            index += 1
        }
    }
}
