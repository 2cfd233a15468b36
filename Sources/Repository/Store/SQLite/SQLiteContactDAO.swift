public import struct Foundation.Date

/// Contacts in an SQLite file. The file is opened with the first call, and created with the first that writes.
public actor SQLiteContactDAO: ContactDAO {
    private let executor = BlockingExecutor(label: "contacts.database")
    let database: ContactDatabase
    private let pages: ContactPageReader

    /// The thread on which the file is read and written.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private static let selectPrefix =
        ContactColumns.select + " WHERE c.id >= ? AND \(ContactColumns.isPresent) ORDER BY c.id LIMIT ?"
    private static let selectOne = ContactColumns.select + " WHERE c.id = ? AND \(ContactColumns.isPresent)"

    /// The last page, if it is short and nobody's card, in which there may be a picture, is on it, until the next is asked for.
    ///
    /// Its memory is given back on the thread that took it and takes it again for the next page; given back by who looked
    /// at the page, it would be in the cache of another core by then.
    private var lastPage: ContactPage?
    private static let keptPage = 1000

    /// Names the file; relative paths begin in the current folder.
    public init(path: String) {
        self.init(path: path, pages: ContactPageReader())
    }

    /// Names the file, and how its pages are read.
    init(path: String, pages: sending ContactPageReader) {
        database = ContactDatabase(path: path)
        self.pages = pages
    }

    /// Closes the file; a later call opens it again.
    public func close() {
        lastPage = nil
        database.close()
    }

    /// Reads a page.
    public func contacts(_ query: ContactQuery) throws -> ContactPage {
        // A wrong place is refused before there is a database, too.
        _ = try query.after.map { try CursorPosition($0, query: query) }
        lastPage = nil
        let page = try database.reading { try pages.page(of: query, on: $0) } ?? ContactPage(contacts: [])
        let isSmall = page.contacts.count <= Self.keptPage && page.contacts.allSatisfy { $0.storedTexts != nil }
        if isSmall { lastPage = page }
        return page
    }

    /// Counts whom the filter finds.
    public func count(_ filter: ContactFilter) throws -> Int {
        try database.reading { try pages.count(filter, on: $0) } ?? 0
    }

    /// Says whether contacts may have changed.
    public func revision() throws -> StoreRevision {
        try database.revision()
    }

    /// Reads the contacts whose identifiers begin with `prefix`.
    public func contacts(withPrefix prefix: String, limit: Int) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try connection.withStatement(Self.selectPrefix) { row in
                try row.bind(prefix, at: 1)
                try row.bind(Int64(max(0, limit)), at: 2)
                var contacts: [Contact] = []
                while try row.step() {
                    let contact = try ContactColumns.contact(row)
                    guard contact.id.rawValue.utf8.starts(with: prefix.utf8) else { break }
                    contacts.append(contact)
                }
                return contacts
            }
        }
        return contacts ?? []
    }

    /// Reads the contacts with the identifiers.
    public func contacts(withIDs ids: [ContactID]) throws -> [Contact] {
        let contacts = try database.reading { connection in
            try ids.compactMap { id in
                try connection.withStatement(Self.selectOne) { row in
                    try row.bind(id.rawValue, at: 1)
                    return try row.step() ? try ContactColumns.contact(row) : nil
                }
            }
        }
        return contacts ?? []
    }

    /// Carries out changes as one step of history.
    public func apply(_ changes: [ContactChange], title: String, at time: Date) throws -> [Contact] {
        // An identifier that is not there must not make a file.
        if let id = changes.first?.existing, try contacts(withIDs: [id]).isEmpty { throw RepositoryError.noContact(id) }
        guard !changes.isEmpty else { return [] }
        return try changing(at: time) { store in
            var run = ContactChanges(title: title)
            return try changes.map { change in
                try Task.checkCancellation()
                return try run.apply(change, to: &store)
            }
        }
    }

    /// Imports contacts as one step of history.
    public func importContacts(
        title: String,
        duplicates: DuplicateRule,
        at time: Date,
        next: @Sendable () throws -> [ImportedContact]?
    ) throws -> ImportSummary {
        // Nothing to import must not make a file.
        guard var batch = try next() else { return ImportSummary() }
        return try changing(at: time) { store in
            try store.index.prepareForMany()
            var run = ContactImport(title: title, duplicates: duplicates)
            while true {
                for contact in batch {
                    try Task.checkCancellation()
                    try run.add(contact, to: &store)
                }
                guard let more = try next() else { return run.summary }
                batch = more
            }
        }
    }

    /// Undoes steps of history.
    public func undo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try turn(steps: steps, isUndone: false, at: time)
    }

    /// Does undone steps again.
    public func redo(steps: Int, at time: Date) throws -> [HistoryStep] {
        try turn(steps: steps, isUndone: true, at: time)
    }

    private func turn(steps: Int, isUndone: Bool, at time: Date) throws -> [HistoryStep] {
        // Nothing to turn must not make a file, nor wait for whoever writes it.
        let found = try database.reading {
            try SQLiteLocalStore(connection: $0, time: 0).steps(isUndone: isUndone, limit: steps)
        }
        guard let found, !found.isEmpty else { return [] }
        return try changing(at: time) { try $0.turn(limit: steps, isUndone: isUndone) }
    }

    /// Lists the steps of history.
    public func history(limit: Int) throws -> [HistoryStep] {
        try database.reading { try SQLiteLocalStore(connection: $0, time: 0).history(limit: limit) } ?? []
    }

    /// Counts what the store holds.
    public func overview() throws -> StoreOverview {
        let overview = try database.reading { connection in
            var overview = StoreOverview()
            try connection.withStatement(ContactColumns.select + " WHERE " + ContactColumns.isPresent) { row in
                while try row.step() { overview.count(try ContactColumns.contact(row)) }
            }
            func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM " + sql)) }
            overview.removed = try count("contact WHERE deleted_at IS NOT NULL")
            overview.pages = try count("fetch")
            overview.steps = try count("journal")
            return overview
        }
        return overview ?? StoreOverview()
    }

    private func changing<Result>(at time: Date, _ body: (inout SQLiteLocalStore) throws -> Result) throws -> Result {
        try database.writing { connection in
            var store = SQLiteLocalStore(connection: connection, time: time.milliseconds)
            return try body(&store)
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
            try ContactSearchIndex(connection: connection).prepareForMany()
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

    private func number(of source: ContactSource, on connection: SQLiteConnection) throws -> Int64 {
        try connection.withStatement(
            "INSERT OR IGNORE INTO source (version, seed, nationalities, has_derived) VALUES (?, ?, ?, 0)"
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

extension SQLiteContactDAO {
    /// Those of whom the source says all there is; a step that is undone or done again may still want the others.
    private static let clearable = """
        contact WHERE source IS NOT NULL AND deleted_at IS NULL
        AND number NOT IN (SELECT contact FROM contact_local) AND id NOT IN (SELECT contact FROM journal_entry)
        """

    /// Counts what the store holds of what was fetched.
    public func cacheOverview() throws -> CacheOverview {
        let overview = try database.reading { connection in
            func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM " + sql)) }
            return CacheOverview(
                pages: try count("fetch"),
                people: try count("contact WHERE source IS NOT NULL AND deleted_at IS NULL"),
                clearable: try count(Self.clearable),
                lastFetch: try connection.withStatement("SELECT max(fetched_at) FROM fetch") { row in
                    try row.step() && !row.isNull(0) ? Date(milliseconds: row.integer(0)) : nil
                }
            )
        }
        return overview ?? CacheOverview()
    }

    /// Forgets what can be fetched again.
    public func clearCache() throws -> Int {
        // Nothing to forget must not make a file.
        let held = try cacheOverview()
        guard held.clearable > 0 || held.pages > 0 else { return 0 }
        return try database.writing { connection in
            let count = Int(try connection.integer("SELECT count(*) FROM " + Self.clearable))
            // The index would have to hear of the words of everybody who goes; it is quicker to make it anew.
            try connection.execute("DELETE FROM \(Self.clearable); DELETE FROM fetch")
            try connection.execute("INSERT INTO contact_search (contact_search) VALUES ('rebuild')")
            return count
        }
    }
}
