import Primitives

/// The contacts and the history of a database, within a transaction.
struct SQLiteLocalStore {
    let connection: SQLiteConnection
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64
    /// Hears of what is left out because it cannot be read.
    var leftOut: LeftOut = { _ in }

    private static let find =
        "SELECT \(ContactColumns.shown), c.number, c.deleted_at IS NOT NULL \(ContactColumns.tables) WHERE c.id = ?"

    /// The column after the contact.
    private static let next = ContactColumns.count

    var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }
}

extension SQLiteLocalStore: LocalStore {
    func stored(_ id: ContactID) throws -> StoredContact? {
        try connection.first(Self.find, id.rawValue) { row in
            let base = ContactColumns.base(row)
            return StoredContact(
                base: base,
                record: LocalRecord(
                    isLocal: base.origin == .local,
                    isRemoved: row.integer(Self.next + 1) != 0,
                    card: try ContactColumns.card(row, of: id, name: base.displayName)
                ),
                number: row.integer(Self.next)
            )
        }
    }

    func leaveOut(_ record: UnreadableRecord) {
        leftOut(record)
    }

    func identifier(withUID uid: String) throws -> ContactID? {
        try connection.first("SELECT id FROM contact WHERE uid = ? ORDER BY id LIMIT 1", uid) { row in
            row.text(0).map(ContactID.init(rawValue:))
        }
    }

    func identifiers(sortedLike new: NewContact, limit: Int) throws -> [ContactID] {
        try connection.rows(
            "SELECT id FROM contact WHERE sort_last = ? AND sort_first = ? AND deleted_at IS NULL LIMIT ?",
            new.order.last,
            new.order.first,
            Int64(limit)
        ) { row in ContactID(rawValue: row.text(0) ?? "") }
    }

    func insert(_ new: NewContact, as id: ContactID) throws {
        try connection.withStatement(
            """
            INSERT INTO contact (id, \(ContactColumns.keys.joined(separator: ", ")), uid, favorite, updated_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        ) { statement in
            try statement.bind(id.rawValue, at: 1)
            try statement.bind(new.keys, from: 2)
            try statement.bind(new.uid, at: 7)
            try statement.bind(new.isFavorite ? 1 : 0, at: 8)
            try statement.bind(time, at: 9)
            try statement.run()
        }
        let number = connection.lastInsertedRow
        try index.add(number)
        try connection.run("INSERT INTO contact_local (contact, card) VALUES (?, ?)", number, new.json)
        try writeCategories(new.categories, over: [], of: number)
    }

    func write(_ record: LocalRecord?, over stored: StoredContact) throws {
        guard let record else { return try forget(stored) }
        let shown = record.card.applied(to: stored.base)
        let keys = ContactKeys(shown, isRemoved: record.isRemoved)
        try index.updating(stored.number, to: keys) { try writeKeys(keys, of: shown, record, over: stored) }
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
            UPDATE contact SET \(ContactColumns.keys.map { "\($0) = ?" }.joined(separator: ", ")), uid = ?, favorite = ?
            WHERE number = ?
            """
        ) { statement in
            try statement.bind(ContactKeys(shown, isRemoved: isRemoved), from: 1)
            try statement.bind(shown.uid, at: 6)
            try statement.bind(shown.isFavorite && !isRemoved ? 1 : 0, at: 7)
            try statement.bind(stored.number, at: 8)
            try statement.run()
        }
        try writeCategories(isRemoved ? [] : shown.categories, over: [], of: stored.number)
    }

    private func forget(_ stored: StoredContact) throws {
        try index.remove(stored.number)
        // Deletes its card and categories, too, by foreign keys.
        try connection.run("DELETE FROM contact WHERE number = ?", stored.number)
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
            try statement.bind(shown.uid, at: 6)
            try statement.bind(shown.isFavorite && !record.isRemoved ? 1 : 0, at: 7)
            try statement.bind(record.isRemoved ? time : nil, at: 8)
            try statement.bind(time, at: 9)
            try statement.bind(stored.number, at: 10)
            try statement.run()
        }
    }

    private func write(_ card: ContactCard, isKept: Bool, of number: Int64) throws {
        guard isKept else {
            return try connection.run("DELETE FROM contact_local WHERE contact = ?", number)
        }
        let sql = "INSERT OR REPLACE INTO contact_local (contact, card) VALUES (?, ?)"
        try connection.run(sql, number, card.json)
    }

    private func writeCategories(_ new: [String], over old: [String], of number: Int64) throws {
        guard new != old else { return }
        if !old.isEmpty {
            try connection.run("DELETE FROM contact_category WHERE contact = ?", number)
        }
        for name in new {
            let sql = "INSERT OR IGNORE INTO contact_category (name_folded, contact) VALUES (?, ?)"
            try connection.run(sql, FoldedText.key(name), number)
        }
    }
}

// The history.
extension SQLiteLocalStore {
    /// The number of steps of history that are kept, and their size in bytes; the last two are kept whatever their size.
    private static let stepLimit = HistoryStep.keptCount
    static let sizeLimit: Int64 = 16 << 20
    /// The size of an entry without its sides, roughly.
    private static let entrySize = 100
    /// How many journal entries are read at once.
    private static let entryBatch = 500
    /// The largest number of a step; no history gets as long.
    static let largestStep: Int64 = 1 << 53

    func beginStep(_ title: String) throws -> Int64 {
        try connection.execute("DELETE FROM journal WHERE undone <> 0")
        // SQLite would choose a number at random after the largest of all, and the steps would lose their order.
        let last = try connection.integer("SELECT max(step) FROM journal")
        guard last < Self.largestStep else { throw UnreadableRecord(.historyStep, number: last) }
        try connection.run("INSERT INTO journal (title, at) VALUES (?, ?)", title, time)
        let step = connection.lastInsertedRow
        try trim(before: step)
        return step
    }

    /// Drops the oldest steps where there are too many, or too large ones.
    private func trim(before step: Int64) throws {
        // A step is measured once, when the next one begins.
        let measuring = """
            UPDATE journal SET size = (SELECT coalesce(sum(\(Self.entrySize) + coalesce(length(CAST(before AS BLOB)), 0)
            + coalesce(length(CAST(after AS BLOB)), 0)), 0) FROM journal_entry e WHERE e.step = journal.step)
            WHERE size IS NULL AND step < ?
            """
        let dropping = """
            DELETE FROM journal WHERE step <= ?1 - \(Self.stepLimit) OR step < (SELECT max(step) FROM journal WHERE step < ?1)
            AND step <= (SELECT max(step) FROM (SELECT step, sum(size) OVER (ORDER BY step DESC) AS total FROM journal)
            WHERE total > \(Self.sizeLimit))
            """
        for sql in [measuring, dropping] {
            try connection.run(sql, step)
        }
    }

    func note(
        _ before: LocalRecord?,
        to after: LocalRecord?,
        of id: ContactID,
        in step: Int64,
        extending number: Int64?
    ) throws -> Int64 {
        guard let number else {
            try connection.run(
                "INSERT INTO journal_entry (step, contact, before) VALUES (?, ?, ?)",
                step,
                id.rawValue,
                JournalRecord(before, over: after)?.json
            )
            return connection.lastInsertedRow
        }
        let first = try connection.first("SELECT before FROM journal_entry WHERE number = ?", number) { row in
            try Self.side(row, 0, of: id, in: step)?.record(over: before)
        }
        if let side = JournalRecord(first, over: after) { try write(side, to: "before", of: number) }
        return number
    }

    private func write(_ side: JournalRecord?, to column: String, of number: Int64) throws {
        try connection.run("UPDATE journal_entry SET \(column) = ? WHERE number = ?", side?.json, number)
    }

    func steps(isUndone: Bool, limit: Int) throws -> [HistoryStep] {
        try steps(where: "undone = \(isUndone ? 1 : 0)", order: isUndone ? "ASC" : "DESC", limit: limit)
    }

    /// The latest steps with the names of their contacts, the latest first, undone ones included.
    func history(limit: Int) throws -> [HistoryStep] {
        let found = try steps(where: "1", order: "DESC", limit: limit)
        for step in found where !step.isReadable { leftOut(UnreadableRecord(.historyStep, number: step.id)) }
        var store = self
        return try store.named(found)
    }

    /// The step with the number.
    func step(_ id: Int64) throws -> HistoryStep? {
        try steps(where: "step = \(id)", order: "DESC", limit: 1).first
    }

    private func steps(where condition: String, order: String, limit: Int) throws -> [HistoryStep] {
        var steps = try connection.rows(
            """
            SELECT step, title, at, undone, (SELECT count(*) FROM journal_entry e WHERE e.step = j.step), note
            FROM journal j WHERE \(condition) ORDER BY step \(order) LIMIT ?
            """,
            Int64(max(0, limit))
        ) { row in
            var step = HistoryStep(
                id: row.integer(0),
                title: row.text(1) ?? "",
                date: Date(milliseconds: row.integer(2)),
                isUndone: row.integer(3) != 0,
                contactCount: Int(row.integer(4)),
                contacts: []
            )
            step.note = row.text(5).flatMap { StepNote(json: $0) }
            return step
        }
        for index in steps.indices { steps[index].contacts = try contacts(of: steps[index].id) }
        return steps
    }

    private func contacts(of step: Int64) throws -> [ContactID] {
        try connection.rows("SELECT contact FROM journal_entry WHERE step = ? ORDER BY number LIMIT 10", step) { row in
            ContactID(rawValue: row.text(0) ?? "")
        }
    }

    func entries(of step: HistoryStep, beyond number: Int64?) throws -> [JournalEntry] {
        let (column, order, sign) = step.isUndone ? ("after", "ASC", ">") : ("before", "DESC", "<")
        let sql = """
            SELECT number, contact, \(column) FROM journal_entry WHERE step = ?1 AND (?2 IS NULL OR number \(sign) ?2)
            ORDER BY number \(order) LIMIT \(Self.entryBatch)
            """
        return try connection.rows(sql, step.id, number) { row in
            let id = ContactID(rawValue: row.text(1) ?? "")
            let other = try Self.side(row, 2, of: id, in: step.id)
            return JournalEntry(number: row.integer(0), id: id, other: other)
        }
    }

    func lastName(of id: ContactID) throws -> String? {
        let sql = """
            SELECT coalesce(before, after), step FROM journal_entry
            WHERE contact = ? AND coalesce(before, after) IS NOT NULL ORDER BY number DESC
            """
        return try connection.withStatement(sql, [id.rawValue]) { row in
            while try row.step() {
                // A difference mostly has no name.
                if let name = try? Self.side(row, 0, of: id, in: row.integer(1))?.displayName, !name.isEmpty {
                    return name
                }
            }
            return nil
        }
    }

    mutating func sides(of step: HistoryStep, limit: Int) throws -> [JournalSides] {
        let first = "SELECT number, contact FROM journal_entry WHERE step = ? ORDER BY number LIMIT ?"
        let wanted = try connection.rows(first, step.id, Int64(max(0, limit))) { row in
            (number: row.integer(0), id: ContactID(rawValue: row.text(1) ?? ""))
        }
        guard let lowest = wanted.first?.number else { return [] }
        // From what is stored now, entry by entry back to the step, or forward to one that is undone.
        let (column, other, order) = step.isUndone ? ("after", "<> 0 AND step <= ?2", "") : ("before", "= 0", "DESC")
        let walk = """
            SELECT number, contact, \(column), step FROM journal_entry WHERE (?1 IS NULL OR number >= ?1)
            AND step IN (SELECT step FROM journal WHERE undone \(other)) AND contact IN (SELECT value FROM json_each(?3))
            ORDER BY number \(order)
            """
        let ids = try String(decoding: JSONEncoder().encode(wanted.map(\.id.rawValue)), as: UTF8.self)
        var present: [ContactID: LocalRecord?] = [:]
        for (_, id) in wanted where present[id] == nil { present[id] = .some(try readable(id)?.record) }
        var sides: [Int64: JournalSides] = [:]
        try connection.withStatement(walk) { row in
            if step.isUndone { try row.bind(step.id, at: 2) } else { try row.bind(lowest, at: 1) }
            try row.bind(ids, at: 3)
            while try row.step() {
                let id = ContactID(rawValue: row.text(1) ?? "")
                guard let near = present[id] else { continue }
                do {
                    let side = try Self.side(row, 2, of: id, in: row.integer(3))
                    let far = side?.record(over: near)
                    if side != nil, far == nil {
                        throw UnreadableRecord(.historyEntry, contact: id, number: row.integer(3))
                    }
                    present[id] = .some(far)
                    guard row.integer(3) == step.id else { continue }
                    let (before, after) = step.isUndone ? (near, far) : (far, near)
                    sides[row.integer(0)] = JournalSides(id: id, before: before, after: after)
                } catch let record as UnreadableRecord {
                    leftOut(record)
                    present[id] = nil
                }
            }
        }
        return wanted.compactMap { sides[$0.number] }
    }

    /// The steps that changed a contact and are not undone, the latest first.
    func revisions(of id: ContactID) throws -> [ContactRevision] {
        var store = self
        guard let stored = try store.readable(id) else { return [] }
        let walk = """
            SELECT step, before FROM journal_entry WHERE contact = ? AND step IN (SELECT step FROM journal WHERE undone = 0)
            ORDER BY number DESC
            """
        var present: LocalRecord? = stored.record
        let entries = try connection.withStatement(walk, [id.rawValue]) { row in
            var entries: [(step: Int64, before: LocalRecord?, after: LocalRecord?)] = []
            while try row.step() {
                let side = try Self.side(row, 1, of: id, in: row.integer(0))
                let before = side?.record(over: present)
                entries.append((row.integer(0), before, present))
                present = before
            }
            return entries
        }
        return try entries.compactMap { entry in
            func shown(_ record: LocalRecord?) -> Contact? {
                guard let record, !record.isRemoved else { return nil }
                return record.card.applied(to: stored.base)
            }
            guard let step = try self.step(entry.step) else { return nil }
            let change = HistoryChange(id: id, before: shown(entry.before), after: shown(entry.after))
            return ContactRevision(step: step, change: change)
        }
    }

    /// The side in the column.
    private static func side(
        _ row: borrowing SQLiteStatement,
        _ column: Int32,
        of id: ContactID,
        in step: Int64
    ) throws -> JournalRecord? {
        guard let json = row.text(column) else { return nil }
        do {
            return try JournalRecord(json: json)
        } catch {
            throw UnreadableRecord(.historyEntry, contact: id, number: step)
        }
    }

    func turn(_ entry: JournalEntry, of step: HistoryStep, present: JournalRecord?) throws {
        try write(present, to: step.isUndone ? "before" : "after", of: entry.number)
    }

    func annotate(_ step: Int64, with note: StepNote) throws {
        try connection.run("UPDATE journal SET note = ? WHERE step = ?", note.json, step)
    }

    func mark(_ step: HistoryStep, isUndone: Bool) throws {
        try connection.run("UPDATE journal SET undone = ?, size = NULL WHERE step = ?", isUndone ? 1 : 0, step.id)
    }
}
