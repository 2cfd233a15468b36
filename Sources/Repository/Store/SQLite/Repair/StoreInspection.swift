import Primitives

/// Reads all of a store, and tells what is damaged, missing or unreadable.
struct StoreInspection {
    let connection: SQLiteConnection

    /// The most lines of SQLite's own check.
    private static let lineLimit = 20

    /// The problems; with `full` every index is compared with its table.
    func problems(full: Bool) throws -> [StoreProblem] {
        var damages = try damages(full: full)
        let sql = "SELECT \"table\" FROM pragma_foreign_key_check LIMIT \(Self.lineLimit)"
        damages += try connection.rows(sql) { row in "a row of \(row.text(0) ?? "a table") refers to a missing row" }
        guard damages.isEmpty else { return damages.map(StoreProblem.damaged) }
        let missing = try missing()
        guard missing.isEmpty else { return [.missing(missing)] }
        let unreadable = try unreadable()
        return unreadable.isEmpty ? [] : [.unreadable(unreadable)]
    }

    /// What SQLite finds damaged, in its words.
    func damages(full: Bool = false, limit: Int = lineLimit) throws -> [String] {
        let found = try connection.rows("PRAGMA \(full ? "integrity_check" : "quick_check")(\(limit))") { row in
            (row.text(0) ?? "").split(separator: "\n").map(String.init)
        }
        // One row may have several lines, of which the first names the database.
        return found.flatMap(\.self).filter { $0 != "ok" && !$0.hasPrefix("*** in") }
    }

    /// The tables, columns and indexes of this version that the database does not have.
    private func missing() throws -> [String] {
        let present = Set(try Self.parts(of: connection))
        return try Self.parts(of: ContactSchema.sample()).filter { !present.contains($0) }
    }

    /// The tables and indexes by their names, and the columns as `table.column`, without those of the search index.
    private static func parts(of connection: SQLiteConnection) throws -> [String] {
        let sql = """
            SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'contact_search%' UNION ALL
            SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'contact_search%'
            """
        return try connection.rows(sql) { row in row.text(0) ?? "" }
    }

    /// What cannot be read, of all cards, journal entries, steps and pages.
    func unreadable() throws -> [UnreadableRecord] {
        var records: [UnreadableRecord] = []
        try rows("SELECT c.id, l.card FROM contact_local l JOIN contact c ON c.number = l.contact") { row in
            guard (try? ContactCard(json: row.text(1) ?? "")) == nil else { return }
            records.append(UnreadableRecord(kind: .card, contact: ContactID(rawValue: row.text(0) ?? "")))
        }
        try rows("SELECT step, contact, before, after FROM journal_entry") { row in
            let texts = [row.text(2), row.text(3)].compactMap { $0 }
            guard texts.contains(where: { (try? JournalRecord(json: $0)) == nil }) else { return }
            let id = ContactID(rawValue: row.text(1) ?? "")
            records.append(UnreadableRecord(kind: .historyEntry, contact: id, number: row.integer(0)))
        }
        try rows("SELECT step, at FROM journal") { row in
            let isPossible = (1..<LocalStore.largestStep).contains(row.integer(0))
            guard !isPossible || UTCDate(milliseconds: row.integer(1)) == nil else { return }
            records.append(UnreadableRecord(kind: .historyStep, number: row.integer(0)))
        }
        try rows("SELECT page, fetched_at, stored_at FROM fetch") { row in
            guard [row.integer(1), row.integer(2)].contains(where: { UTCDate(milliseconds: $0) == nil }) else { return }
            records.append(UnreadableRecord(kind: .page, number: row.integer(0)))
        }
        return records
    }

    private func rows(_ sql: String, _ body: (borrowing SQLiteStatement) throws -> Void) throws {
        try connection.forEach(sql) { row in
            try Task.checkCancellation()
            try body(row)
        }
    }
}
