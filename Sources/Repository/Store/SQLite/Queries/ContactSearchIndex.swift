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

    /// Whether the index, the prefix masks and the identifier prefixes agree with the columns they are derived from.
    ///
    /// The sort keys and search words are not derived again for that.
    func isConsistent() throws -> Bool {
        let hasWrongRow = """
            SELECT EXISTS (SELECT 1 FROM contact WHERE initials <> initials(search_key, search_text)
            OR id_start <> \(IdentifierPrefix.ofColumn))
            """
        guard try connection.integer(hasWrongRow) == 0 else { return false }
        do {
            try connection.execute("INSERT INTO contact_search (contact_search, rank) VALUES ('integrity-check', 1)")
            return true
        } catch let error as SQLiteError where error.isCorruption {
            return false
        }
    }

    /// Derives identifier prefixes, sort keys, groups and search words of all contacts again, and rebuilds the index.
    func rebuild() throws {
        try connection.execute("UPDATE contact SET id_start = \(IdentifierPrefix.ofColumn)")
        try renewRows()
        try fill()
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
