import struct Foundation.Date

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
