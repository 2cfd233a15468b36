import Primitives

/// Removes unreadable records from a store, within a write transaction, and keeps them as lines of JSON.
struct RecordRepair {
    let connection: SQLiteConnection
    /// The removed records, one JSON object per line, as they were found.
    private(set) var lines: [String] = []

    /// Removes the unreadable records, and returns them.
    ///
    /// A contact of the source keeps the source's values; one that was typed or imported has none, and is removed
    /// entirely. A history step is kept without the affected contact, or with a new number or time.
    mutating func run() throws -> [UnreadableRecord] {
        let records = try StoreInspection(connection: connection).unreadable()
        guard !records.isEmpty else { return [] }
        try connection.execute("PRAGMA defer_foreign_keys = ON")
        for record in Set(records) {
            switch record.kind {
            case .card: try takeCard(of: record.contact)
            case .historyEntry: try takeEntries(of: record.contact, step: record.number ?? 0)
            case .historyStep: try mendStep(record.number ?? 0)
            case .page: try takePage(record.number ?? 0)
            }
        }
        try ContactSearchIndex(connection: connection).rebuild()
        return records
    }

    private mutating func takeCard(of id: ContactID?) throws {
        guard let id else { return }
        let rows = "FROM contact c JOIN contact_local l ON l.contact = c.number WHERE c.id = ?"
        try keep("card", ["contact": "c.id", "name": "c.search_key", "card": "l.card"], rows, id.rawValue)
        let found = try connection.first("SELECT c.number, c.source IS NULL \(rows)", id.rawValue) { row in
            (number: row.integer(0), isLocal: row.integer(1) != 0)
        }
        guard let found else { return }
        let sql = found.isLocal ? "DELETE FROM contact WHERE number = ?" : "DELETE FROM contact_local WHERE contact = ?"
        try connection.run(sql, found.number)
        guard found.isLocal else { return }
        // It was set aside, not removed: the next synchronization fetches it again, and removes nothing elsewhere.
        for sql in [
            "DELETE FROM sync_item WHERE contact = ?", "DELETE FROM sync_dirty WHERE contact = ?",
            "UPDATE sync_member SET contact = NULL WHERE contact = ?",
        ] {
            try connection.run(sql, id.rawValue)
        }
        try connection.execute("UPDATE sync_partner SET token = NULL, change_tag = NULL")
    }

    private mutating func takeEntries(of id: ContactID?, step: Int64) throws {
        let rows = "FROM journal_entry WHERE step = ? AND contact = ?"
        let members: KeyValuePairs = ["step": "step", "contact": "contact", "before": "before", "after": "after"]
        try keep("historyEntry", members, rows, step, id?.rawValue)
        try connection.run("DELETE " + rows, step, id?.rawValue)
    }

    private mutating func mendStep(_ step: Int64) throws {
        try keep("historyStep", ["step": "step", "title": "title", "at": "at"], "FROM journal WHERE step = ?", step)
        let time = try connection.first("SELECT at FROM journal WHERE step = ?", step) { row in row.integer(0) }
        guard let time else { return }
        if UTCDate(milliseconds: time) == nil {
            try connection.run("UPDATE journal SET at = 0 WHERE step = ?", step)
        }
        guard !(1..<LocalStore.largestStep).contains(step) else { return }
        let last = try connection.integer("SELECT max(step) FROM journal WHERE step < \(LocalStore.largestStep)")
        let number = max(last, 0) + 1
        try connection.run("UPDATE journal SET step = ? WHERE step = ?", number, step)
        try connection.run("UPDATE journal_entry SET step = ? WHERE step = ?", number, step)
    }

    private mutating func takePage(_ page: Int64) throws {
        // The page can be fetched again.
        let rows = "FROM fetch WHERE page = ?"
        try keep("page", ["page": "page", "fetched": "fetched_at", "stored": "stored_at"], rows, page)
        try connection.run("DELETE " + rows, page)
    }

    /// Keeps each of the rows as an object with these members, given as SQL expressions.
    private mutating func keep(
        _ kind: String,
        _ members: KeyValuePairs<String, String>,
        _ rows: String,
        _ arguments: (any SQLiteArgument)?...
    ) throws {
        let sql = "SELECT \(members.map(\.value).joined(separator: ", ")) \(rows)"
        lines += try connection.rows(sql, arguments) { row in
            var values: [String?] = [kind]
            for column in members.indices { values.append(row.text(Int32(column))) }
            let json = JSONWriter.object(controls: .digits) { json in
                for (name, value) in zip(["kind"] + members.map(\.key), values) { json.add(name, value) }
            }
            return String(decoding: json, as: UTF8.self)
        }
    }
}
