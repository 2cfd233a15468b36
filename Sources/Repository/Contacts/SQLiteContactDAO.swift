public import struct Foundation.Date

/// Contacts in an SQLite file. The file is opened with the first call, and created with the first that writes.
public actor SQLiteContactDAO: ContactDAO {
    private let executor = BlockingExecutor(label: "contacts.database")
    private let database: ContactDatabase

    /// The thread on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Names the file; relative paths begin in the current folder.
    public init(path: String) {
        database = ContactDatabase(path: path)
    }

    /// Closes the file; a later call opens it again.
    public func close() {
        database.close()
    }

    /// Reads a page.
    public func contacts(_ query: ContactQuery) throws -> ContactPage {
        let position = try query.after.map { try CursorPosition($0, query: query) }
        let page = try database.reading { connection in
            let key = "c.sort_\(query.sort.rawValue)"
            let filter = ContactFilterClause(query.filter)
            let place = position == nil ? [] : ["(\(key), c.id) > (?, ?)"]
            let conditions = (place + filter.sql).map { "(\($0))" }.joined(separator: " AND ")
            let sql =
                ContactColumns.select + (conditions.isEmpty ? "" : " WHERE " + conditions)
                + " ORDER BY \(key), c.id LIMIT ?"
            return try connection.withStatement(sql) { row in
                var index: Int32 = 1
                if let position {
                    try row.bind(position.key, at: 1)
                    try row.bind(position.id.rawValue, at: 2)
                    index = 3
                }
                index = try filter.bind(to: row, from: index)
                let limit = max(0, query.limit)
                // Without a limit, rows are read until enough of them are wanted.
                let isOpen = filter.matcher != nil || limit == .max
                try row.bind(isOpen ? -1 : Int64(limit) + 1, at: index)
                var contacts: [Contact] = []
                while try row.step() {
                    let contact = ContactColumns.contact(row)
                    guard filter.matcher?.matches(contact) != false else { continue }
                    guard contacts.count < limit else { return ContactPage(contacts, of: query, isLast: false) }
                    contacts.append(contact)
                }
                return ContactPage(contacts, of: query, isLast: true)
            }
        }
        return page ?? ContactPage(contacts: [])
    }

    /// Says whether contacts may have changed.
    public func revision() throws -> StoreRevision {
        try database.revision()
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    public func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try connection.withStatement(ContactColumns.select + " WHERE c.id >= ? ORDER BY c.id LIMIT ?") { row in
                try row.bind(prefix, at: 1)
                try row.bind(Int64(max(0, limit)), at: 2)
                var contacts: [Contact] = []
                while try row.step() {
                    let contact = ContactColumns.contact(row)
                    guard contact.id.rawValue.utf8.starts(with: prefix.utf8) else { break }
                    contacts.append(contact)
                }
                return contacts
            }
        }
        return contacts ?? []
    }

    /// Applies a local edit.
    public func update(_ id: ContactID, with edit: ContactEdit, at time: Date) throws -> Contact {
        // An identifier that is not there must not make a file.
        guard try contacts(withPrefix: id.rawValue, limit: 1).first?.id == id else {
            throw RepositoryError.noContact(id)
        }
        return try database.writing { connection in
            let found = try connection.withStatement(ContactColumns.select + " WHERE c.id = ?") { row in
                try row.bind(id.rawValue, at: 1)
                return try row.step() ? (ContactColumns.base(row), ContactColumns.override(row)) : nil
            }
            guard var (base, override) = found else { throw RepositoryError.noContact(id) }
            override.apply(edit, to: base)
            let shown = override.applied(to: base)
            try write(override, of: shown, at: time.milliseconds, on: connection)
            base = shown
            return base
        }
    }

    /// Says what the store holds.
    public func state(of source: ContactSource) throws -> StoreState {
        let state = try database.reading { connection in
            var source = source
            if source.seed.isEmpty { source.seed = try adoptedSeed(for: source, on: connection) ?? "" }
            let pages = try connection.withStatement(
                """
                SELECT page, results, fetched_at, stored_at, people, validator
                FROM fetch JOIN source ON source.number = fetch.source
                WHERE version = ? AND seed = ? AND nationalities = ? ORDER BY results, page
                """
            ) { row in
                try Self.bind(source, to: row)
                var pages: [StoreState.HeldPage] = []
                while try row.step() {
                    pages.append(
                        .init(
                            page: Int(row.integer(0)),
                            results: Int(row.integer(1)),
                            fetchedAt: Date(milliseconds: row.integer(2)),
                            storedAt: Date(milliseconds: row.integer(3)),
                            people: Int(row.integer(4)),
                            validator: row.text(5)
                        )
                    )
                }
                return pages
            }
            let last = try connection.withStatement("SELECT max(fetched_at) FROM fetch") { row in
                try row.step() && !row.isNull(0) ? Date(milliseconds: row.integer(0)) : nil
            }
            let hasPeople = try connection.integer("SELECT EXISTS (SELECT 1 FROM contact)") != 0
            return StoreState(hasPeople: hasPeople, lastFetch: last, source: source, pages: pages)
        }
        return state ?? StoreState(hasPeople: false, lastFetch: nil, source: source, pages: [])
    }

    /// Stores the people of a page.
    public func store(_ page: FetchedPage) throws -> ContactSource {
        try database.writing { connection in
            let time = page.fetchedAt.milliseconds
            let source = try number(of: page.answer.source, on: connection)
            let writer = ContactWriter(connection: connection, source: source, time: time)
            try writer.write(page.answer.people, of: page.answer.source, page: page.page)
            var asked = page.asked
            var next = page.asked
            if asked.seed.isEmpty, !page.answer.source.seed.isEmpty {
                // The page is of the seed that came with it, even when another process has adopted one meanwhile.
                asked.seed = page.answer.source.seed
                next.seed = try adopt(asked, on: connection)
            }
            let fetch = try number(of: asked, on: connection)
            try connection.withStatement(
                """
                INSERT OR REPLACE INTO fetch (source, page, results, fetched_at, stored_at, people, validator)
                VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6)
                """
            ) { statement in
                try statement.bind(fetch, at: 1)
                try statement.bind(Int64(page.page), at: 2)
                try statement.bind(Int64(page.results), at: 3)
                try statement.bind(time, at: 4)
                try statement.bind(Int64(page.answer.people.count), at: 5)
                try statement.bind(page.answer.validator, at: 6)
                try statement.run()
            }
            return next
        }
    }

    /// Notes that a page has not changed.
    public func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) throws {
        try database.writing { connection in
            try connection.withStatement(
                "UPDATE fetch SET fetched_at = ? WHERE source = ? AND results = ? AND page = ?"
            ) { statement in
                try statement.bind(time.milliseconds, at: 1)
                try statement.bind(try number(of: source, on: connection), at: 2)
                try statement.bind(Int64(page.results), at: 3)
                try statement.bind(Int64(page.page), at: 4)
                try statement.run()
            }
        }
    }

    /// Renames a damaged database of ours.
    public func setAsideIfDamaged(at time: Date) throws -> [RepositoryNotice] {
        try database.setAsideIfDamaged(now: time).map { [.databaseSetAside(path: $0)] } ?? []
    }

    private func write(
        _ override: ContactOverride,
        of shown: Contact,
        at time: Int64,
        on connection: SQLiteConnection
    ) throws {
        let found = try connection.withStatement(
            "SELECT number, search_key, search_text FROM contact WHERE id = ?"
        ) { row in
            try row.bind(shown.id.rawValue, at: 1)
            return try row.step()
                ? (row.integer(0), SearchWords(key: row.text(1) ?? "", text: row.text(2) ?? "")) : nil
        }
        guard let (number, old) = found else { throw RepositoryError.noContact(shown.id) }
        let keys = SortKeys(shown)
        let words = SearchWords(shown)
        let sql = """
            UPDATE contact SET sort_last = ?, sort_first = ?, sort_birthday = ?, updated_at = ?,
            search_key = ?, search_text = ? WHERE number = ?
            """
        try connection.withStatement(sql) { statement in
            try statement.bind(keys.last, at: 1)
            try statement.bind(keys.first, at: 2)
            try statement.bind(keys.birthday, at: 3)
            try statement.bind(time, at: 4)
            try statement.bind(words.key, at: 5)
            try statement.bind(words.text, at: 6)
            try statement.bind(number, at: 7)
            try statement.run()
        }
        try ContactSearchIndex(connection: connection).update(old, to: words, of: number)
        guard !override.isEmpty else {
            return try connection.withStatement("DELETE FROM contact_override WHERE contact = ?") { statement in
                try statement.bind(number, at: 1)
                try statement.run()
            }
        }
        try connection.withStatement("INSERT OR REPLACE INTO contact_override VALUES (?, ?, ?, ?, ?, ?)") { statement in
            try statement.bind(number, at: 1)
            try statement.bind(override.first, at: 2)
            try statement.bind(override.last, at: 3)
            try statement.bind(override.email, at: 4)
            try statement.bind(override.phone, at: 5)
            try statement.bind(time, at: 6)
            try statement.run()
        }
    }

    private func number(of source: ContactSource, on connection: SQLiteConnection) throws -> Int64 {
        try connection.withStatement(
            "INSERT OR IGNORE INTO source (version, seed, nationalities) VALUES (?, ?, ?)"
        ) { statement in
            try Self.bind(source, to: statement)
            try statement.run()
        }
        return try connection.withStatement(
            "SELECT number FROM source WHERE version = ? AND seed = ? AND nationalities = ?"
        ) { row in
            try Self.bind(source, to: row)
            return try row.step() ? row.integer(0) : 0
        }
    }

    private func adoptedSeed(for source: ContactSource, on connection: SQLiteConnection) throws -> String? {
        try connection.withStatement("SELECT seed FROM adopted_seed WHERE version = ? AND nationalities = ?") { row in
            try row.bind(source.version, at: 1)
            try row.bind(source.nationalities, at: 2)
            return try row.step() ? row.text(0) : nil
        }
    }

    /// Keeps the seed unless one is kept already, and returns the one that is kept.
    private func adopt(_ source: ContactSource, on connection: SQLiteConnection) throws -> String {
        try connection.withStatement("INSERT OR IGNORE INTO adopted_seed VALUES (?, ?, ?)") { statement in
            try statement.bind(source.version, at: 1)
            try statement.bind(source.nationalities, at: 2)
            try statement.bind(source.seed, at: 3)
            try statement.run()
        }
        return try adoptedSeed(for: source, on: connection) ?? source.seed
    }

    private static func bind(_ source: ContactSource, to statement: borrowing SQLiteStatement) throws {
        try statement.bind(source.version, at: 1)
        try statement.bind(source.seed, at: 2)
        try statement.bind(source.nationalities, at: 3)
    }
}
