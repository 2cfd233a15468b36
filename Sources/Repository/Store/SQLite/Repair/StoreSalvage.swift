import CSQLite
import Primitives

/// Copies the readable data of a damaged database to an empty one, row by row.
///
/// What can't be read is left out; an error of the new database ends the copying.
struct StoreSalvage {
    let source: SQLiteConnection
    /// The new database, in which foreign keys aren't enforced in the meantime.
    let target: SQLiteConnection

    /// The tables that aren't derived, each with the row number column by which it is read, if any.
    private static let tables: [(name: String, key: String?)] = [
        ("source", "number"), ("adopted_seed", nil), ("fetch", nil), ("contact", "number"),
        ("contact_local", "contact"), ("journal", "step"), ("journal_entry", "number"), ("stored_value", nil),
        ("sync_item", "number"), ("sync_member", nil), ("sync_dirty", nil), ("sync_loser", "number"),
        ("sync_removal", "at"),
    ]
    /// The number of rows after a damaged one that are looked up one by one.
    private static let gap: Int64 = 1000

    /// The synchronization partner of the contacts.
    ///
    /// Until it is copied, rows that are written don't count as changed here.
    private static let partner: (name: String, key: String?) = ("sync_partner", "number")

    /// A table to copy, with the columns that both databases have.
    private struct Table {
        let name: String
        let key: String
        let columns: [Column]

        private var names: String { columns.map(\.name).joined(separator: ", ") }
        var select: String { "SELECT \(key), \(names) FROM \(name)" }
        var insert: String {
            "INSERT OR IGNORE INTO \(name) (\(names)) VALUES (\(columns.map(\.value).joined(separator: ", ")))"
        }
    }

    private struct Column {
        let name: String
        /// The argument, cast to the column's type, because damage may have changed its type.
        let value: String

        init(_ row: SQLiteStatement) {
            let (name, type) = (row.text(0) ?? "", row.text(1) ?? "")
            self.name = name
            let value = "CAST(? AS \(type))"
            self.value = row.integer(2) == 0 ? value : "coalesce(\(value), \(type == "INTEGER" ? "0" : "''"))"
        }
    }

    /// Copies all tables, drops references to lost rows, derives everything else again, and returns the number of
    /// contacts saved.
    func run() throws -> Int {
        try target.execute("PRAGMA foreign_keys = OFF")
        return try target.write {
            for table in Self.tables { try copy(table) }
            try target.execute(Self.mending)
            try copy(Self.partner)
            try target.execute(Self.ledgerMending)
            try ContactSearchIndex(connection: target).rebuild()
            return Int(try target.integer("SELECT count(*) FROM contact WHERE deleted_at IS NULL"))
        }
    }

    /// Repairs references to lost rows: people whose source is lost keep their values.
    ///
    /// A contact whose card is lost keeps the names in its sort keys, unless the other side of a synchronized book has
    /// its card. Other references to lost rows are of no use.
    private static let mending = """
        INSERT OR IGNORE INTO source (number, version, seed, nationalities)
        SELECT DISTINCT source, '', 'lost-' || source, '' FROM contact
        WHERE source IS NOT NULL AND source NOT IN (SELECT number FROM source);
        DELETE FROM fetch WHERE source NOT IN (SELECT number FROM source);
        DELETE FROM contact_local WHERE contact NOT IN (SELECT number FROM contact);
        DELETE FROM contact WHERE id = '';
        INSERT INTO contact_local SELECT number, json_object('uid', uid, 'first', \(name(in: "sort_first")),
        'last', iif(sort_last = sort_first, NULL, \(name(in: "sort_last")))) FROM contact
        WHERE source IS NULL AND number NOT IN (SELECT contact FROM contact_local)
        AND id NOT IN (SELECT contact FROM sync_item WHERE contact IS NOT NULL);
        DELETE FROM contact WHERE source IS NULL AND number NOT IN (SELECT contact FROM contact_local);
        DELETE FROM journal_entry WHERE step NOT IN (SELECT step FROM journal)
        """

    /// Returns an expression for the name at the start of a sort key.
    private static func name(in key: String) -> String {
        "iif(instr(\(key), char(1)) > 2, substr(\(key), 2, instr(\(key), char(1)) - 2), NULL)"
    }

    /// A lost contact isn't a removed one: the ledger forgets it, and the next pass fetches it again.
    private static let ledgerMending = """
        UPDATE sync_partner SET token = NULL, change_tag = NULL;
        DELETE FROM sync_item WHERE contact IS NOT NULL AND contact NOT IN (SELECT contact FROM sync_dirty)
        AND contact NOT IN (SELECT id FROM contact WHERE deleted_at IS NULL);
        DELETE FROM sync_member WHERE item NOT IN (SELECT number FROM sync_item);
        UPDATE sync_member SET contact = NULL WHERE contact NOT IN (SELECT id FROM contact WHERE deleted_at IS NULL);
        INSERT OR IGNORE INTO sync_dirty
        SELECT id FROM contact WHERE deleted_at IS NULL AND EXISTS (SELECT 1 FROM sync_partner)
        """

    private func copy(_ table: (name: String, key: String?)) throws {
        guard let columns = try columns(of: table.name), !columns.isEmpty else { return }
        let copied = Table(name: table.name, key: table.key ?? "0", columns: columns)
        if table.key == nil { try rows(copied.select, [], of: copied) } else { try copy(copied) }
    }

    /// Returns the columns that both databases have; `nil` if the table is lost.
    private func columns(of table: String) throws -> [Column]? {
        // Only for an ordinary table, because a view in its place must not run.
        let sql = """
            SELECT c.name, c.type, c."notnull" FROM pragma_table_list t JOIN pragma_table_info(t.name) c
            WHERE t.schema = 'main' AND t.type = 'table' AND t.name = ?
            """
        func columns(_ connection: SQLiteConnection) throws -> [Column] {
            try connection.rows(sql, [table], read: Column.init)
        }
        guard let present = try? Set(columns(source).map(\.name)) else { return nil }
        return try columns(target).filter { present.contains($0.name) }
    }

    /// Copies the rows in the order of their numbers, skipping damaged parts.
    private func copy(_ table: Table) throws {
        try rows(table.select + " WHERE \(table.key) < 0 ORDER BY \(table.key)", [], of: table)
        var low: Int64 = 0
        while true {
            try Task.checkCancellation()
            var last = low
            let upwards = table.select + " WHERE \(table.key) >= ? ORDER BY \(table.key)"
            if try rows(upwards, [low], of: table, copied: { last = $0 }) { return }
            let next = firstRow(of: table, behind: last)
            // Rows between the damage and the next readable one are read backward, and then one by one.
            let downwards = table.select + " WHERE \(table.key) > ? AND \(table.key) < ? ORDER BY \(table.key) DESC"
            try rows(downwards, [last, next ?? .max], of: table)
            for number in last..<max(last, min(next ?? .max, last.addingReportingOverflow(Self.gap).partialValue)) {
                try copyValues(of: number, in: table)
            }
            guard let next else { return }
            low = next
        }
    }

    /// Copies a row value by value, because the values after a damaged one may be unreadable.
    private func copyValues(of number: Int64, in table: Table) throws {
        let condition = " FROM \(table.name) WHERE \(table.key) = \(number)"
        guard (try? source.integer("SELECT count(*)" + condition)) == 1 else { return }
        try insert(into: table) { statement in
            for (index, column) in table.columns.enumerated() {
                try? source.withStatement("SELECT \(column.name)" + condition) { row in
                    if try row.step() { try statement.bind(column: 0, of: row, at: Int32(index) + 1) }
                }
            }
        }
    }

    /// Returns the number of a readable row after this number, searching at growing distances.
    private func firstRow(of table: Table, behind last: Int64) -> Int64? {
        let sql = "SELECT \(table.key) FROM \(table.name) WHERE \(table.key) >= ? ORDER BY \(table.key) LIMIT 1"
        for power in 0..<Int64.bitWidth - 2 {
            let (start, isBeyond) = last.addingReportingOverflow(1 << Int64(power))
            if isBeyond { return nil }
            // After damage, try further away; without any, there is no row.
            do { return try source.first(sql, start) { $0.integer(0) } } catch {}
        }
        return nil
    }

    /// Copies the rows of a statement up to its end or a damaged part, and reports the key of each; returns whether it
    /// reached the end.
    @discardableResult
    private func rows(
        _ sql: String,
        _ numbers: [Int64],
        of table: Table,
        copied: (Int64) -> Void = { _ in }
    ) throws -> Bool {
        var failure: (any Error)?
        let end: Void? = try? source.withStatement(sql, numbers) { row in
            while failure == nil, try row.step() {
                do {
                    try insert(into: table) { statement in
                        for column in table.columns.indices {
                            try statement.bind(column: Int32(column) + 1, of: row, at: Int32(column) + 1)
                        }
                    }
                    copied(row.integer(0))
                } catch { failure = error }
            }
        }
        if let failure { throw failure }
        return end != nil
    }

    /// Writes a row to the new database; one that doesn't fit there is lost.
    private func insert(into table: Table, _ bind: (borrowing SQLiteStatement) throws -> Void) throws {
        do {
            try target.withStatement(table.insert) { statement in
                try bind(statement)
                try statement.run()
            }
        } catch let error as SQLiteError
            where [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(error.code)
        {}
    }
}

/// Reads all of a store, and reports what is damaged, missing or unreadable.
struct StoreInspection {
    let connection: SQLiteConnection

    /// The maximum number of lines from SQLite's own check.
    private static let lineLimit = 20

    /// Returns the problems; with `full`, every index is compared with its table.
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

    /// Returns the damage found by SQLite, in its own words.
    func damages(full: Bool = false, limit: Int = lineLimit) throws -> [String] {
        let found = try connection.rows("PRAGMA \(full ? "integrity_check" : "quick_check")(\(limit))") { row in
            (row.text(0) ?? "").split(separator: "\n").map(String.init)
        }
        // A row may contain several lines, the first of which names the database.
        return found.flatMap(\.self).filter { $0 != "ok" && !$0.hasPrefix("*** in") }
    }

    /// Returns the tables, columns and indexes of this version that the database lacks.
    private func missing() throws -> [String] {
        let present = Set(try Self.parts(of: connection))
        return try Self.parts(of: ContactSchema.sample()).filter { !present.contains($0) }
    }

    /// Returns the names of the tables and indexes, and `table.column` for columns, except for the search index.
    private static func parts(of connection: SQLiteConnection) throws -> [String] {
        let sql = """
            SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE 'contact_search%' UNION ALL
            SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'contact_search%'
            """
        return try connection.rows(sql) { row in row.text(0) ?? "" }
    }

    /// Returns the unreadable cards, journal entries, steps and pages.
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

    private func rows(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
        try connection.forEach(sql) { row in
            try Task.checkCancellation()
            try body(row)
        }
    }
}
