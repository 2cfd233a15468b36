#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
#else
import struct Foundation.Date
#endif

/// The contacts and the history of a database, within a transaction.
struct SQLiteLocalStore {
    let connection: SQLiteConnection
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64

    /// How many steps of history are kept.
    private static let stepLimit = 1000
    /// How many journal entries are read at once.
    private static let entryBatch = 500

    private static let find =
        "SELECT \(ContactColumns.shown), c.number, c.deleted_at IS NOT NULL, c.search_key, c.search_text "
        + "\(ContactColumns.tables) WHERE c.id = ?"

    /// The column after the contact.
    private static let next = ContactColumns.count

    var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }
}

extension SQLiteLocalStore: LocalStore {
    func stored(_ id: ContactID) throws -> StoredContact? {
        try connection.withStatement(Self.find) { (row: borrowing SQLiteStatement) -> StoredContact? in
            try row.bind(id.rawValue, at: 1)
            guard try row.step() else { return nil }
            let base = ContactColumns.base(row)
            return StoredContact(
                base: base,
                record: LocalRecord(
                    isLocal: base.origin == .local,
                    isRemoved: row.integer(Self.next + 1) != 0,
                    card: try ContactColumns.card(row)
                ),
                number: row.integer(Self.next),
                words: SearchWords(key: row.text(Self.next + 2) ?? "", text: row.text(Self.next + 3) ?? "")
            )
        }
    }

    func identifier(withUID uid: String) throws -> ContactID? {
        try connection.withStatement("SELECT id FROM contact WHERE uid = ? ORDER BY id LIMIT 1") { row in
            try row.bind(uid, at: 1)
            return try row.step() ? row.text(0).map(ContactID.init(rawValue:)) : nil
        }
    }

    func identifiers(sortedLike new: NewContact, limit: Int) throws -> [ContactID] {
        try connection.withStatement(
            "SELECT id FROM contact WHERE sort_last = ? AND sort_first = ? AND deleted_at IS NULL LIMIT ?"
        ) { row in
            try row.bind(new.order.last, at: 1)
            try row.bind(new.order.first, at: 2)
            try row.bind(Int64(limit), at: 3)
            var ids: [ContactID] = []
            while try row.step() { ids.append(ContactID(rawValue: row.text(0) ?? "")) }
            return ids
        }
    }

    func insert(_ new: NewContact, as id: ContactID) throws {
        try connection.withStatement(
            """
            INSERT INTO contact (id, \(ContactColumns.keys.joined(separator: ", ")), uid, favorite, updated_at, id_start)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(IdentifierPrefix.of("?1")))
            """
        ) { statement in
            try statement.bind(id.rawValue, at: 1)
            try statement.bind(new.keys, from: 2)
            try statement.bind(new.uid, at: 8)
            try statement.bind(new.isFavorite ? 1 : 0, at: 9)
            try statement.bind(time, at: 10)
            try statement.run()
        }
        let number = connection.lastInsertedRow
        try index.insert(new.keys.words, of: number)
        try connection.withStatement("INSERT INTO contact_local (contact, card) VALUES (?, ?)") { statement in
            try statement.bind(number, at: 1)
            try statement.bind(new.json, at: 2)
            try statement.run()
        }
        try writeCategories(new.categories, over: [], of: number)
    }

    func write(_ record: LocalRecord?, over stored: StoredContact) throws {
        guard let record else { return try forget(stored) }
        let shown = record.card.applied(to: stored.base)
        let keys = ContactKeys(shown, isRemoved: record.isRemoved)
        try writeKeys(keys, of: shown, record, over: stored)
        try index.update(stored.words, to: keys.words, of: stored.number)
        if record.card != stored.record.card || stored.record.isLocal != record.isLocal {
            try write(record.card, isKept: record.isLocal || !record.card.isEmpty, of: stored.number)
        }
        try writeCategories(
            record.isRemoved ? [] : shown.categories,
            over: stored.record.isRemoved ? [] : stored.shown.categories,
            of: stored.number
        )
    }

    /// Derives the keys and groups of the contact again; the search index is not updated.
    func renew(_ stored: StoredContact) throws {
        let shown = stored.shown
        let isRemoved = stored.record.isRemoved
        try connection.withStatement(
            """
            UPDATE contact SET sort_last = ?, sort_first = ?, sort_birthday = ?, search_key = ?, search_text = ?,
            initials = ?, uid = ?, favorite = ? WHERE number = ?
            """
        ) { statement in
            try statement.bind(ContactKeys(shown, isRemoved: isRemoved), from: 1)
            try statement.bind(shown.uid, at: 7)
            try statement.bind(shown.isFavorite && !isRemoved ? 1 : 0, at: 8)
            try statement.bind(stored.number, at: 9)
            try statement.run()
        }
        try writeCategories(isRemoved ? [] : shown.categories, over: [], of: stored.number)
    }

    private func forget(_ stored: StoredContact) throws {
        try index.delete(stored.words, of: stored.number)
        // Deletes its card and categories, too, by foreign keys.
        try connection.withStatement("DELETE FROM contact WHERE number = ?") { statement in
            try statement.bind(stored.number, at: 1)
            try statement.run()
        }
    }

    private func writeKeys(
        _ keys: ContactKeys,
        of shown: Contact,
        _ record: LocalRecord,
        over stored: StoredContact
    ) throws {
        try connection.withStatement(
            """
            UPDATE contact SET \(ContactColumns.keys.map { "\($0) = ?" }.joined(separator: ", ")),
            uid = ?, favorite = ?, deleted_at = ?, updated_at = ? WHERE number = ?
            """
        ) { statement in
            try statement.bind(keys, from: 1)
            try statement.bind(shown.uid, at: 7)
            try statement.bind(shown.isFavorite && !record.isRemoved ? 1 : 0, at: 8)
            try statement.bind(record.isRemoved ? time : nil, at: 9)
            try statement.bind(time, at: 10)
            try statement.bind(stored.number, at: 11)
            try statement.run()
        }
    }

    private func write(_ card: ContactCard, isKept: Bool, of number: Int64) throws {
        guard isKept else {
            return try connection.withStatement("DELETE FROM contact_local WHERE contact = ?") { statement in
                try statement.bind(number, at: 1)
                try statement.run()
            }
        }
        let sql = "INSERT OR REPLACE INTO contact_local (contact, card) VALUES (?, ?)"
        try connection.withStatement(sql) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(card.json, at: 2)
            try statement.run()
        }
    }

    private func writeCategories(_ new: [String], over old: [String], of number: Int64) throws {
        guard new != old else { return }
        if !old.isEmpty {
            try connection.withStatement("DELETE FROM contact_category WHERE contact = ?") { statement in
                try statement.bind(number, at: 1)
                try statement.run()
            }
        }
        for name in new {
            let sql = "INSERT OR IGNORE INTO contact_category (name_folded, contact) VALUES (?, ?)"
            try connection.withStatement(sql) { statement in
                try statement.bind(FoldedText.key(name), at: 1)
                try statement.bind(number, at: 2)
                try statement.run()
            }
        }
    }
}

// The history.
extension SQLiteLocalStore {
    func beginStep(_ title: String) throws -> Int64 {
        try connection.execute("DELETE FROM journal WHERE undone <> 0")
        try connection.withStatement("INSERT INTO journal (title, at) VALUES (?, ?)") { statement in
            try statement.bind(title, at: 1)
            try statement.bind(time, at: 2)
            try statement.run()
        }
        let step = connection.lastInsertedRow
        try connection.withStatement("DELETE FROM journal WHERE step <= ?") { statement in
            try statement.bind(step - Int64(Self.stepLimit), at: 1)
            try statement.run()
        }
        return step
    }

    func note(_ before: LocalRecord?, of id: ContactID, in step: Int64) throws {
        try connection.withStatement("INSERT INTO journal_entry (step, contact, before) VALUES (?, ?, ?)") {
            statement in
            try statement.bind(step, at: 1)
            try statement.bind(id.rawValue, at: 2)
            try statement.bind(before?.json, at: 3)
            try statement.run()
        }
    }

    func steps(isUndone: Bool, limit: Int) throws -> [HistoryStep] {
        try steps(where: "undone = \(isUndone ? 1 : 0)", order: isUndone ? "ASC" : "DESC", limit: limit)
    }

    /// The latest steps, the latest first, undone ones included.
    func history(limit: Int) throws -> [HistoryStep] {
        try steps(where: "1", order: "DESC", limit: limit)
    }

    private func steps(where condition: String, order: String, limit: Int) throws -> [HistoryStep] {
        var steps = try connection.withStatement(
            """
            SELECT step, title, at, undone, (SELECT count(*) FROM journal_entry e WHERE e.step = j.step)
            FROM journal j WHERE \(condition) ORDER BY step \(order) LIMIT ?
            """
        ) { row in
            try row.bind(Int64(max(0, limit)), at: 1)
            var steps: [HistoryStep] = []
            while try row.step() {
                steps.append(
                    HistoryStep(
                        id: row.integer(0),
                        title: row.text(1) ?? "",
                        date: Date(milliseconds: row.integer(2)),
                        isUndone: row.integer(3) != 0,
                        contactCount: Int(row.integer(4)),
                        contacts: []
                    )
                )
            }
            return steps
        }
        for index in steps.indices { steps[index].contacts = try contacts(of: steps[index].id) }
        return steps
    }

    private func contacts(of step: Int64) throws -> [ContactID] {
        try connection.withStatement("SELECT contact FROM journal_entry WHERE step = ? ORDER BY number LIMIT 10") {
            row in
            try row.bind(step, at: 1)
            var ids: [ContactID] = []
            while try row.step() { ids.append(ContactID(rawValue: row.text(0) ?? "")) }
            return ids
        }
    }

    func entries(of step: HistoryStep, beyond number: Int64?) throws -> [JournalEntry] {
        let (column, order, sign) = step.isUndone ? ("after", "ASC", ">") : ("before", "DESC", "<")
        let sql = """
            SELECT number, contact, \(column) FROM journal_entry WHERE step = ?1 AND (?2 IS NULL OR number \(sign) ?2)
            ORDER BY number \(order) LIMIT \(Self.entryBatch)
            """
        return try connection.withStatement(sql) { row in
            try row.bind(step.id, at: 1)
            try row.bind(number, at: 2)
            var entries: [JournalEntry] = []
            while try row.step() {
                entries.append(
                    JournalEntry(
                        number: row.integer(0),
                        id: ContactID(rawValue: row.text(1) ?? ""),
                        other: try row.text(2).map(LocalRecord.init(json:))
                    )
                )
            }
            return entries
        }
    }

    func turn(_ entry: JournalEntry, of step: HistoryStep, present: LocalRecord?) throws {
        let column = step.isUndone ? "before" : "after"
        try connection.withStatement("UPDATE journal_entry SET \(column) = ? WHERE number = ?") { statement in
            try statement.bind(present?.json, at: 1)
            try statement.bind(entry.number, at: 2)
            try statement.run()
        }
    }

    func mark(_ step: HistoryStep, isUndone: Bool) throws {
        try connection.withStatement("UPDATE journal SET undone = ? WHERE step = ?") { statement in
            try statement.bind(isUndone ? 1 : 0, at: 1)
            try statement.bind(step.id, at: 2)
            try statement.run()
        }
    }
}
