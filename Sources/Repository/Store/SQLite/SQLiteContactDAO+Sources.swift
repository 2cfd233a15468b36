#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

// The pages of sources.
extension SQLiteContactDAO {
    /// Returns what the store holds, in total and of the source.
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
                            people: Self.people(row.integer(4)),
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
            let writer = ContactWriter(connection: connection, source: source, time: time, leftOut: leftOut)
            try ContactSearchIndex(connection: connection).prepareForMany()
            try writer.write(page.answer.people, of: page.answer.source, page: page.page)
            var asked = page.asked
            var next = page.asked
            if asked.seed.isEmpty, !page.answer.source.seed.isEmpty {
                // The page belongs to the seed in its answer, even when another process has adopted another seed meanwhile.
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

    /// Records that a page has not changed.
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

    /// A number of people, limited to the numbers that a page can have.
    private static func people(_ count: Int64) -> Int { Int(min(max(count, 0), Int64(Int32.max))) }

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

    /// Adopts the seed unless one is adopted already, and returns the adopted one.
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

// What can be fetched again.
extension SQLiteContactDAO {
    /// People without local data or mention in the history: undoing or redoing a step may need the others.
    private static let clearable = """
        contact WHERE source IS NOT NULL AND deleted_at IS NULL
        AND number NOT IN (SELECT contact FROM contact_local) AND id NOT IN (SELECT contact FROM journal_entry)
        """

    /// Counts the fetched pages and people.
    public func cacheOverview() throws -> CacheOverview {
        let overview = try database.reading { connection in
            func count(_ sql: String) throws -> Int { Int(try connection.integer("SELECT count(*) FROM " + sql)) }
            let last = "SELECT page, max(fetched_at) FROM fetch"
            return CacheOverview(
                pages: try count("fetch"),
                people: try count("contact WHERE source IS NOT NULL AND deleted_at IS NULL"),
                clearable: try count(Self.clearable),
                lastFetch: try connection.withStatement(last) { (row: borrowing SQLiteStatement) -> Date? in
                    guard try row.step(), !row.isNull(1) else { return nil }
                    guard let time = UTCDate(milliseconds: row.integer(1)) else {
                        leftOut(UnreadableRecord(.page, number: row.integer(0)))
                        return nil
                    }
                    return Date(milliseconds: time.milliseconds)
                }
            )
        }
        return overview ?? CacheOverview()
    }

    /// Removes what can be fetched again.
    public func clearCache() throws -> Int {
        // With nothing to remove, do not create the file.
        let held = try cacheOverview()
        guard held.clearable > 0 || held.pages > 0 else { return 0 }
        return try database.writing { connection in
            let count = Int(try connection.integer("SELECT count(*) FROM " + Self.clearable))
            // Deleting from the index needs the words of each contact; rebuilding it is faster.
            try connection.execute("DELETE FROM \(Self.clearable); DELETE FROM fetch")
            try connection.execute("INSERT INTO contact_search (contact_search) VALUES ('rebuild')")
            return count
        }
    }
}
