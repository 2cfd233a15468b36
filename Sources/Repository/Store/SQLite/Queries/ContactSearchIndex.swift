/// Maintains the FTS5 search indexes over the search words of the rows: one of whole words, and one of trigrams, which
/// finds parts of words.
///
/// A writer that changes a row's words updates the index in the same transaction.
struct ContactSearchIndex {
    let connection: SQLiteConnection

    /// The bytes of new words that FTS5 collects before it writes a segment (1 MiB by default), and the number of
    /// segments that it merges at once (4 by default).
    ///
    /// The collected words are accessed at random, so they have to fit into the processor's cache. The resulting many
    /// small segments are merged as rarely as FTS5 allows.
    private static let settings: [(name: String, value: Int64)] = [("hashsize", 524_288), ("automerge", 16)]

    /// The table, over the words in `contact`.
    ///
    /// The prefix index is for the first letter of a search, for which FTS5 would otherwise have to merge the row lists
    /// of thousands of words.
    static let definition = """
        CREATE VIRTUAL TABLE contact_search USING fts5 (
            search_key, search_text, search_name, content = 'contact', content_rowid = 'number', prefix = '1',
            tokenize = 'unicode61 remove_diacritics 0', columnsize = 0, detail = full
        )
        """

    /// The table for parts of words, over the same words.
    static let insideDefinition = """
        CREATE VIRTUAL TABLE contact_search_inside USING fts5 (
            search_key, search_text, content = 'contact', content_rowid = 'number', tokenize = 'trigram', columnsize = 0
        )
        """

    private static let columns: [(table: String, columns: [String])] = [
        ("contact_search", ["search_key", "search_text", "search_name"]),
        ("contact_search_inside", ["search_key", "search_text"]),
    ]
    private static let insertions = columns.map { table, columns in
        "INSERT INTO \(table) (rowid, \(list(columns))) VALUES (?1, \(values(columns)))"
    }
    private static let deletions = columns.map { table, columns in
        "INSERT INTO \(table) (\(table), rowid, \(list(columns))) VALUES ('delete', ?1, \(values(columns)))"
    }

    private static func list(_ columns: [String]) -> String { columns.joined(separator: ", ") }

    /// Returns the columns of the row `?1` as separate subqueries.
    ///
    /// For an `INSERT` from a `SELECT`, SQLite sets a savepoint, at which FTS5 writes the collected words as a segment.
    private static func values(_ columns: [String]) -> String {
        list(columns.map { "(SELECT \($0) FROM contact WHERE number = ?1)" })
    }

    /// Configures FTS5 for inserting many contacts.
    func prepareForMany() throws {
        for (table, _) in Self.columns {
            for setting in Self.settings {
                let known = try connection.first("SELECT v FROM \(table)_config WHERE k = ?", setting.name) { row in
                    row.integer(0)
                }
                guard known != setting.value else { continue }
                let sql = "INSERT INTO \(table) (\(table), rank) VALUES (?, ?)"
                try connection.run(sql, setting.name, setting.value)
            }
        }
    }

    /// Adds the words of a row that isn't in the index yet, no later than the end of the transaction.
    ///
    /// SQLite sets a savepoint around an `INSERT` into a table with triggers, such as `contact`. Therefore, the words
    /// of many new rows are written together, in a single segment.
    func add(_ number: Int64) throws {
        connection.rowsToIndex.append(number)
        if connection.rowsToIndex.count == 1000 { try addRest() }
    }

    func addRest() throws {
        for sql in Self.insertions {
            for number in connection.rowsToIndex { try connection.run(sql, number) }
        }
        connection.rowsToIndex = []
    }

    /// Removes the words of a row, which must still be the ones in the index.
    func remove(_ number: Int64) throws {
        try addRest()
        for sql in Self.deletions { try connection.run(sql, number) }
    }

    /// Runs `write`, which sets these keys of the row, and updates the index if they have changed.
    func updating(_ number: Int64, to keys: ContactKeys, _ write: () throws -> Void) throws {
        let areOther = "SELECT (sort_last, search_key, search_text) IS NOT (?, ?, ?) FROM contact WHERE number = ?"
        let isChanged =
            try connection.first(areOther, keys.order.last, keys.words.key, keys.words.text, number) {
                $0.integer(0) != 0
            } ?? false
        if isChanged { try remove(number) }
        try write()
        if isChanged { try add(number) }
    }

    /// Returns whether the index matches the columns that it is built from, and accepts new words.
    ///
    /// The sort keys and search words themselves aren't derived again.
    func isConsistent() throws -> Bool {
        do {
            let sample = try SQLiteConnection(path: ":memory:", mode: .readWrite)
            try sample.execute(Self.definition)
            try sample.execute(Self.insideDefinition)
            guard try Self.tables(of: connection) == Self.tables(of: sample) else { return false }
            for (table, _) in Self.columns {
                try connection.execute("INSERT INTO \(table) (\(table), rank) VALUES ('integrity-check', 1)")
            }
            try connection.execute("SAVEPOINT trial")
            defer { try? connection.execute("ROLLBACK TO trial; RELEASE trial") }
            try prepareForMany()
            for (table, _) in Self.columns {
                try connection.execute("INSERT INTO \(table) (rowid, search_key) VALUES (-1, 'trial')")
            }
            // Makes FTS5 write the collected words.
            try connection.execute("SAVEPOINT written; RELEASE written")
            return true
        } catch let error as SQLiteError where error.isDamage || error.isOutOfMemory {
            // FTS5 allocates as much memory as a damaged number specifies.
            return false
        }
    }

    /// Returns the tables that FTS5 creates, with their definitions.
    private static func tables(of connection: SQLiteConnection) throws -> [[String?]] {
        let sql = "SELECT name, sql FROM sqlite_schema WHERE \(isPart) ORDER BY name"
        return try connection.rows(sql) { row in [row.text(0), row.text(1)] }
    }

    private static let isPart = "type = 'table' AND name LIKE 'contact\\_search%' ESCAPE '\\'"

    /// Derives the sort keys, groups and search words of all contacts again, and rebuilds the index.
    func rebuild() throws {
        try makeTables()
        try renewRows()
        try fill()
    }

    /// Recreates the tables of the index.
    ///
    /// If one of them is damaged, FTS5 can't even drop its own tables, so the virtual table is deleted from the schema
    /// and the others are dropped one by one.
    func makeTables() throws {
        try connection.withWritableSchema {
            let names = try connection.rows("SELECT name FROM sqlite_schema WHERE \(Self.isPart) AND rootpage > 0") {
                row in row.text(0) ?? ""
            }
            try connection.execute("DELETE FROM sqlite_schema WHERE \(Self.isPart) AND rootpage = 0")
            for name in names {
                let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                try connection.execute("DROP TABLE \"\(quoted)\"")
            }
            // Makes SQLite read the schema again.
            try connection.execute("PRAGMA writable_schema = RESET")
        }
        try connection.execute(Self.definition)
        try connection.execute(Self.insideDefinition)
    }

    /// Rebuilds the indexes from the words in the rows.
    func fill() throws {
        try prepareForMany()
        for (table, _) in Self.columns {
            try connection.execute("INSERT INTO \(table) (\(table)) VALUES ('rebuild')")
        }
    }

    func renewRows() throws {
        var last = ""
        let store = LocalStore(connection: connection, time: 0)
        try connection.execute("DELETE FROM contact_category")
        while true {
            let ids = try connection.rows("SELECT id FROM contact WHERE id > ? ORDER BY id LIMIT 1000", [last]) { row in
                ContactID(rawValue: row.text(0) ?? "")
            }
            guard let end = ids.last else { break }
            for id in ids {
                try Task.checkCancellation()
                do {
                    if let stored = try store.stored(id) { try store.renew(stored) }
                } catch is UnreadableRecord {
                    // It keeps the values derived before it became unreadable.
                }
            }
            last = end.rawValue
        }
    }
}
