/// Keeps the search index true to the keys in the rows; whoever changes a row's keys calls it in the same transaction.
struct ContactSearchIndex {
    let connection: SQLiteConnection

    /// The most bytes of new words that are collected before they are sorted and written (FTS5 has 1 MiB), and how many
    /// pieces written so are merged at once (4 there).
    ///
    /// What is collected is met again and again in any order, so it has to fit into the processor's cache. The pieces are
    /// small then and many, and are merged as seldom as FTS5 can.
    private static let settings: [(name: String, value: Int64)] = [("hashsize", 524_288), ("automerge", 16)]

    private static let enter = "INSERT INTO contact_search (rowid, search_key, search_text) VALUES (?, ?, ?)"

    /// Makes ready for the words of many contacts.
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

    /// Enters the words of a contact that is not in the index.
    func insert(_ words: SearchWords, of number: Int64) throws {
        try run(Self.enter, number, words)
    }

    /// Replaces the words of a contact; the index must be told the old ones exactly.
    func update(_ old: SearchWords, to new: SearchWords, of number: Int64) throws {
        guard old != new else { return }
        try delete(old, of: number)
        try insert(new, of: number)
    }

    /// Enters the words of contacts that are not in the index.
    func insert(_ entered: [(row: PersonRow, number: Int64)]) throws {
        for contact in entered {
            try connection.withStatement(Self.enter) { statement in
                try statement.bind(contact.number, at: 1)
                try statement.run(contact.row.texts, from: contact.row.firstOfWords, at: 2)
            }
        }
    }

    /// Takes the words of a contact out; the index must be told them exactly.
    func delete(_ old: SearchWords, of number: Int64) throws {
        try run(
            "INSERT INTO contact_search (contact_search, rowid, search_key, search_text) VALUES ('delete', ?, ?, ?)",
            number,
            old
        )
    }

    /// Whether the index, the groups of words and the beginnings of identifiers are what the other columns make of them.
    ///
    /// The keys themselves are not made anew to be compared.
    func isTrue() throws -> Bool {
        let isOff = """
            SELECT EXISTS (SELECT 1 FROM contact WHERE initials <> initials(search_key, search_text)
            OR id_start <> \(IdentifierPrefix.ofColumn))
            """
        guard try connection.integer(isOff) == 0 else { return false }
        do {
            try connection.execute("INSERT INTO contact_search (contact_search, rank) VALUES ('integrity-check', 1)")
            return true
        } catch let error as SQLiteError where error.isCorruption {
            return false
        }
    }

    /// Makes the beginnings of identifiers, keys, groups and words of everybody anew.
    func rebuild() throws {
        try connection.execute("UPDATE contact SET id_start = \(IdentifierPrefix.ofColumn)")
        try renewRows()
        try fill()
    }

    /// Enters the words of all rows, in place of what is in the index.
    func fill() throws {
        try prepareForMany()
        try connection.execute("INSERT INTO contact_search (contact_search) VALUES ('rebuild')")
    }

    /// Makes anew what rows only repeat: the keys, groups and words of everybody.
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
                if let stored = try store.stored(id) { try store.renew(stored) }
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
