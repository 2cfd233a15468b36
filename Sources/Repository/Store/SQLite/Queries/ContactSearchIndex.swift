/// Maintains the FTS5 search index over the search words of the rows.
///
/// A writer that changes a row's words updates the index in the same transaction.
struct ContactSearchIndex {
    let connection: SQLiteConnection

    /// The bytes of new words that FTS5 collects before it writes a segment (its default is 1 MiB), and how many segments
    /// it merges at once (its default is 4).
    ///
    /// The collected words are accessed at random, so they have to fit into the processor's cache. That makes many small
    /// segments, which are merged as rarely as FTS5 allows.
    private static let settings: [(name: String, value: Int64)] = [("hashsize", 524_288), ("automerge", 16)]

    /// The table, over the words in `contact`.
    static let definition = """
        CREATE VIRTUAL TABLE contact_search USING fts5 (
            search_key, search_text, content = 'contact', content_rowid = 'number',
            tokenize = "unicode61 remove_diacritics 0 tokenchars '^'", columnsize = 0, detail = full
        )
        """

    private static let insertion = "INSERT INTO contact_search (rowid, search_key, search_text) VALUES (?, ?, ?)"

    /// Configures FTS5 for inserting many contacts.
    func prepareForMany() throws {
        for setting in Self.settings {
            let known = try connection.withStatement("SELECT v FROM contact_search_config WHERE k = ?") { row in
                try row.bind(setting.name, at: 1)
                return try row.step() ? row.integer(0) : nil
            }
            guard known != setting.value else { continue }
            try connection.withStatement("INSERT INTO contact_search (contact_search, rank) VALUES (?, ?)") {
                statement in
                try statement.bind(setting.name, at: 1)
                try statement.bind(setting.value, at: 2)
                try statement.run()
            }
        }
    }

    /// Inserts the words of a contact that is not in the index.
    func insert(_ words: SearchWords, of number: Int64) throws {
        try run(Self.insertion, number, words)
    }

    /// Replaces the words of a contact; `old` has to be exactly what the index has.
    func update(_ old: SearchWords, to new: SearchWords, of number: Int64) throws {
        guard old != new else { return }
        try delete(old, of: number)
        try insert(new, of: number)
    }

    /// Inserts the words of contacts that are not in the index.
    func insert(_ contacts: [(row: PersonRow, number: Int64)]) throws {
        for contact in contacts {
            try connection.withStatement(Self.insertion) { statement in
                try statement.bind(contact.number, at: 1)
                try statement.run(contact.row.texts, from: contact.row.firstOfWords, at: 2)
            }
        }
    }

    /// Deletes the words of a contact; `old` has to be exactly what the index has.
    func delete(_ old: SearchWords, of number: Int64) throws {
        try run(
            "INSERT INTO contact_search (contact_search, rowid, search_key, search_text) VALUES ('delete', ?, ?, ?)",
            number,
            old
        )
    }

    /// Whether the index, the prefix masks and the identifier prefixes agree with the columns they are derived from, and
    /// words can be added to the index.
    ///
    /// The sort keys and search words are not derived again for that.
    func isConsistent() throws -> Bool {
        let hasWrongRow = """
            SELECT EXISTS (SELECT 1 FROM contact WHERE initials <> initials(search_key, search_text)
            OR id_start <> \(IdentifierPrefix.ofColumn))
            """
        do {
            guard try connection.integer(hasWrongRow) == 0 else { return false }
            let sample = try SQLiteConnection(path: ":memory:", mode: .readWrite)
            try sample.execute(Self.definition)
            guard try Self.tables(of: connection) == Self.tables(of: sample) else { return false }
            try connection.execute("INSERT INTO contact_search (contact_search, rank) VALUES ('integrity-check', 1)")
            try connection.execute("SAVEPOINT trial")
            defer { try? connection.execute("ROLLBACK TO trial; RELEASE trial") }
            try prepareForMany()
            try insert(SearchWords(key: "trial", text: ""), of: -1)
            // Makes FTS5 write what it has collected.
            try connection.execute("SAVEPOINT written; RELEASE written")
            return true
        } catch let error as SQLiteError where error.isDamage {
            return false
        }
    }

    /// The tables that FTS5 makes, and how they are defined.
    private static func tables(of connection: SQLiteConnection) throws -> [String: String] {
        let sql = "SELECT name, sql FROM sqlite_schema WHERE \(isPart)"
        return try connection.withStatement(sql) { row in
            var tables: [String: String] = [:]
            while try row.step() { tables[row.text(0) ?? ""] = row.text(1) }
            return tables
        }
    }

    private static let isPart = "type = 'table' AND name LIKE 'contact\\_search%' ESCAPE '\\'"

    /// Derives identifier prefixes, sort keys, groups and search words of all contacts again, and rebuilds the index.
    func rebuild() throws {
        try makeTables()
        try connection.execute("UPDATE contact SET id_start = \(IdentifierPrefix.ofColumn)")
        try renewRows()
        try fill()
    }

    /// Makes the tables of the index again.
    ///
    /// Where one of them is damaged FTS5 cannot even drop its own, so the virtual table is taken out of the schema and the
    /// others are dropped one by one.
    private func makeTables() throws {
        try connection.withWritableSchema {
            let names = try connection.withStatement(
                "SELECT name FROM sqlite_schema WHERE \(Self.isPart) AND rootpage > 0"
            ) {
                row in
                var names: [String] = []
                while try row.step() { names.append(row.text(0) ?? "") }
                return names
            }
            try connection.execute("DELETE FROM sqlite_schema WHERE \(Self.isPart) AND rootpage = 0")
            for name in names {
                let quoted = name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
                try connection.execute("DROP TABLE \"\(quoted)\"")
            }
            // SQLite reads the schema again.
            try connection.execute("PRAGMA writable_schema = RESET")
        }
        try connection.execute(Self.definition)
    }

    /// Rebuilds the index from the words in the rows.
    func fill() throws {
        try prepareForMany()
        try connection.execute("INSERT INTO contact_search (contact_search) VALUES ('rebuild')")
    }

    /// Derives the sort keys, groups and search words of all contacts again.
    func renewRows() throws {
        var last = ""
        let store = SQLiteLocalStore(connection: connection, time: 0)
        try connection.execute("DELETE FROM contact_category")
        while true {
            let ids = try connection.withStatement("SELECT id FROM contact WHERE id > ? ORDER BY id LIMIT 1000") {
                row in
                try row.bind(last, at: 1)
                var ids: [ContactID] = []
                while try row.step() { ids.append(ContactID(rawValue: row.text(0) ?? "")) }
                return ids
            }
            guard let end = ids.last else { break }
            for id in ids {
                try Task.checkCancellation()
                do {
                    if let stored = try store.stored(id) { try store.renew(stored) }
                } catch is UnreadableRecord {
                    // It keeps what was derived before it became unreadable.
                }
            }
            last = end.rawValue
        }
    }

    private func run(_ sql: String, _ number: Int64, _ words: SearchWords) throws {
        try connection.withStatement(sql) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(words.key, at: 2)
            try statement.bind(words.text, at: 3)
            try statement.run()
        }
    }
}
