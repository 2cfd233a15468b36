#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
#else
import struct Foundation.Date
#endif

// The history.
extension SQLiteLocalStore {
    /// How many steps of history are kept.
    private static let stepLimit = 1000
    /// How many journal entries are read at once.
    private static let entryBatch = 500
    /// The largest number of a step; no history gets as long.
    static let largestStep: Int64 = 1 << 53

    func beginStep(_ title: String) throws -> Int64 {
        try connection.execute("DELETE FROM journal WHERE undone <> 0")
        // SQLite would choose a number at random after the largest of all, and the steps would lose their order.
        let last = try connection.integer("SELECT max(step) FROM journal")
        guard last < Self.largestStep else { throw UnreadableRecord(.historyStep, number: last) }
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
                let id = ContactID(rawValue: row.text(1) ?? "")
                let other = try Self.record(row, 2, of: id, in: step.id)
                entries.append(JournalEntry(number: row.integer(0), id: id, other: other))
            }
            return entries
        }
    }

    func lastRecord(of id: ContactID) throws -> LocalRecord? {
        let sql = """
            SELECT coalesce(before, after), step FROM journal_entry
            WHERE contact = ? AND coalesce(before, after) IS NOT NULL ORDER BY number DESC LIMIT 1
            """
        return try connection.withStatement(sql) { row in
            try row.bind(id.rawValue, at: 1)
            return try row.step() ? try? Self.record(row, 0, of: id, in: row.integer(1)) : nil
        }
    }

    mutating func sides(of step: HistoryStep, limit: Int) throws -> [JournalSides] {
        let sql = "SELECT number, contact, before, after FROM journal_entry WHERE step = ? ORDER BY number LIMIT ?"
        var sides = try connection.withStatement(sql) { row in
            try row.bind(step.id, at: 1)
            try row.bind(Int64(max(0, limit)), at: 2)
            var sides: [(number: Int64, sides: JournalSides)] = []
            while try row.step() {
                let id = ContactID(rawValue: row.text(1) ?? "")
                do {
                    let before = try Self.record(row, 2, of: id, in: step.id)
                    let after = step.isUndone ? try Self.record(row, 3, of: id, in: step.id) : nil
                    sides.append((row.integer(0), JournalSides(id: id, before: before, after: after)))
                } catch let record as UnreadableRecord {
                    leftOut(record)
                }
            }
            return sides
        }
        guard let first = sides.first?.number else { return [] }
        var indices: [ContactID: Int] = [:]
        // The record after an entry is the one before the next entry of the same contact, else the one that is stored.
        var isKnown = Array(repeating: step.isUndone, count: sides.count)
        let later = "SELECT number, contact, before, step FROM journal_entry WHERE number > ? ORDER BY number"
        for (index, entry) in sides.enumerated() where indices[entry.sides.id] == nil {
            indices[entry.sides.id] = index
        }
        try connection.withStatement(later) { row in
            try row.bind(first, at: 1)
            while try row.step() {
                let id = ContactID(rawValue: row.text(1) ?? "")
                guard let index = indices[id] else { continue }
                let number = row.integer(0)
                sides[index].sides.after = try? Self.record(row, 2, of: id, in: row.integer(3))
                isKnown[index] = true
                indices[id] = sides.indices[(index + 1)...].first {
                    sides[$0].sides.id == id && sides[$0].number == number
                }
                if indices.isEmpty { break }
            }
        }
        for index in sides.indices where !isKnown[index] {
            sides[index].sides.after = try readable(sides[index].sides.id)?.record
        }
        return sides.map(\.sides)
    }

    /// The record in the column.
    private static func record(
        _ row: borrowing SQLiteStatement,
        _ column: Int32,
        of id: ContactID,
        in step: Int64
    ) throws -> LocalRecord? {
        guard let json = row.text(column) else { return nil }
        do {
            return try LocalRecord(json: json)
        } catch {
            throw UnreadableRecord(.historyEntry, contact: id, number: step)
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
