import Primitives

/// Takes what cannot be read out of a store, within a write transaction, and keeps it as lines of JSON.
struct RecordRepair {
    let connection: SQLiteConnection
    /// What was taken out, one JSON object a line, as it was found.
    private(set) var lines: [String] = []

    /// Takes out what cannot be read, and returns what that was.
    ///
    /// A contact of the source keeps the values of the source; one that was typed or imported has none, and goes whole.
    /// A step of history stays without the contact in question, and with another number or time.
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
        let find = """
            SELECT c.number, c.source IS NULL, c.search_key, l.card
            FROM contact c JOIN contact_local l ON l.contact = c.number WHERE c.id = ?
            """
        let found = try connection.first(find, id.rawValue) { row in
            (number: row.integer(0), isLocal: row.integer(1) != 0, name: row.text(2), card: row.text(3))
        }
        guard let found else { return }
        keep("card", [("contact", id.rawValue), ("name", found.name), ("card", found.card)])
        let sql = found.isLocal ? "DELETE FROM contact WHERE number = ?" : "DELETE FROM contact_local WHERE contact = ?"
        try connection.run(sql, found.number)
        if found.isLocal { try forgetInLedger(id) }
    }

    /// What was set aside was not removed: the next synchronization gets it again, and removes nothing elsewhere.
    private func forgetInLedger(_ id: ContactID) throws {
        let statements = [
            "DELETE FROM sync_item WHERE contact = ?", "DELETE FROM sync_dirty WHERE contact = ?",
            "UPDATE sync_member SET contact = NULL WHERE contact = ?",
        ]
        for sql in statements {
            try connection.run(sql, id.rawValue)
        }
        try connection.execute("UPDATE sync_partner SET token = NULL, change_tag = NULL")
    }

    private mutating func takeEntries(of id: ContactID?, step: Int64) throws {
        let find = "SELECT number, contact, before, after FROM journal_entry WHERE step = ? AND contact = ?"
        let found = try connection.rows(find, step, id?.rawValue) { row in
            (number: row.integer(0), before: row.text(2), after: row.text(3))
        }
        for entry in found {
            keep(
                "historyEntry",
                [("step", String(step)), ("contact", id?.rawValue), ("before", entry.before), ("after", entry.after)]
            )
            try connection.run("DELETE FROM journal_entry WHERE number = ?", entry.number)
        }
    }

    private mutating func mendStep(_ step: Int64) throws {
        let found = try connection.first("SELECT title, at FROM journal WHERE step = ?", step) { row in
            (title: row.text(0), time: row.integer(1))
        }
        guard let found else { return }
        keep("historyStep", [("step", String(step)), ("title", found.title), ("at", String(found.time))])
        if UTCDate(milliseconds: found.time) == nil {
            try connection.run("UPDATE journal SET at = 0 WHERE step = ?", step)
        }
        guard !(1..<LocalStore.largestStep).contains(step) else { return }
        let last = try connection.integer("SELECT max(step) FROM journal WHERE step < \(LocalStore.largestStep)")
        let number = max(last, 0) + 1
        try connection.run("UPDATE journal SET step = ? WHERE step = ?", number, step)
        try connection.run("UPDATE journal_entry SET step = ? WHERE step = ?", number, step)
    }

    private mutating func takePage(_ page: Int64) throws {
        let sql = "SELECT fetched_at, stored_at FROM fetch WHERE page = ?"
        let found = try connection.first(sql, page) { row in (fetched: row.integer(0), stored: row.integer(1)) }
        guard let found else { return }
        // The page can be fetched again.
        keep("page", [("page", String(page)), ("fetched", String(found.fetched)), ("stored", String(found.stored))])
        try connection.run("DELETE FROM fetch WHERE page = ?", page)
    }

    private mutating func keep(_ kind: String, _ members: [(key: String, value: String?)]) {
        let json = JSONWriter.object(controls: .digits) { json in
            for (key, value) in [("kind", kind)] + members { json.add(key, value) }
        }
        lines.append(String(decoding: json, as: UTF8.self))
    }
}
