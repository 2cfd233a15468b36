import Primitives

// The history.
extension LocalStore {
    /// The maximum number of history steps, and their maximum size in bytes.
    private static let stepLimit = HistoryStep.keptCount
    static let historySize: Int64 = 16 << 20
    /// The approximate size of an entry without its sides, in bytes.
    private static let entrySize = 100
    /// The largest step number, which no history reaches.
    static let largestStep: Int64 = 1 << 53

    /// Begins a history step; undone steps are dropped.
    func beginStep(_ title: String) throws -> Int64 {
        try connection.execute("DELETE FROM journal WHERE undone <> 0")
        // After the largest possible number, SQLite would choose one at random, and the steps would lose their order.
        let last = try connection.integer("SELECT max(step) FROM journal")
        guard last < Self.largestStep else { throw UnreadableRecord(kind: .historyStep, number: last) }
        try connection.run("INSERT INTO journal (title, at) VALUES (?, ?)", title, time)
        let step = connection.lastInsertedRow
        try trim(before: step)
        return step
    }

    /// Drops the oldest steps if there are too many, or if they are too large.
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
            WHERE total > \(historySize))
            """
        for sql in [measuring, dropping] { try connection.run(sql, step) }
    }

    /// Records a step's effect on the local record of a contact in the journal, and returns the entry's number.
    ///
    /// `number` is the step's existing entry for the contact, which is extended.
    func note(
        _ before: LocalRecord?,
        to after: LocalRecord?,
        of id: ContactID,
        in step: Int64,
        extending number: Int64?
    ) throws -> Int64 {
        guard let number else {
            let sql = "INSERT INTO journal_entry (step, contact, before) VALUES (?, ?, ?)"
            try connection.run(sql, step, id.rawValue, JournalRecord(before, over: after)?.json)
            return connection.lastInsertedRow
        }
        let first = try side("before", of: number, id, in: step)?.record(over: before)
        if let side = JournalRecord(first, over: after) { try write(side, to: "before", of: number) }
        return number
    }

    private func write(_ side: JournalRecord?, to column: String, of number: Int64) throws {
        try connection.run("UPDATE journal_entry SET \(column) = ? WHERE number = ?", side?.json, number)
    }

    private func side(_ column: String, of number: Int64, _ id: ContactID, in step: Int64) throws -> JournalRecord? {
        try connection.first("SELECT \(column) FROM journal_entry WHERE number = ?", number) { row in
            try Self.side(row, 0, of: id, in: step)
        }
    }

    private static func side(
        _ row: SQLiteStatement,
        _ column: Int32,
        of id: ContactID,
        in step: Int64
    ) throws -> JournalRecord? {
        guard let json = row.text(column) else { return nil }
        if let side = try? JournalRecord(json: json) { return side }
        throw UnreadableRecord(kind: .historyEntry, contact: id, number: step)
    }

    /// Records a step without changes to contacts, and returns its number; directly after a fetch, another fetch
    /// extends that step.
    func record(_ note: StepNote, title: String) throws -> Int64 {
        if case .fetch(let people) = note, let last = try steps(isUndone: false, limit: 1).first,
            case .fetch(let before)? = last.note, try steps(isUndone: true, limit: 1).isEmpty
        {
            try annotate(last.id, with: .fetch(people: max(before, people)))
            return last.id
        }
        let step = try beginStep(title)
        try annotate(step, with: note)
        return step
    }

    func annotate(_ step: Int64, with note: StepNote) throws {
        try connection.run("UPDATE journal SET note = ? WHERE step = ?", note.json, step)
    }
}

// Reading the history.
extension LocalStore {
    /// Returns the steps that can be undone, the latest first, or redone, the earliest first.
    func steps(isUndone: Bool, limit: Int) throws -> [HistoryStep] {
        try steps(where: "undone = \(isUndone ? 1 : 0)", order: isUndone ? "ASC" : "DESC", limit: limit)
    }

    /// Returns the latest steps with the names of their contacts, the latest first, including undone ones.
    func history(limit: Int) throws -> [HistoryStep] {
        let found = try steps(where: "1", order: "DESC", limit: limit)
        for step in found where !step.isReadable { onUnreadable(UnreadableRecord(kind: .historyStep, number: step.id)) }
        return try named(found)
    }

    private func step(_ id: Int64) throws -> HistoryStep? {
        try steps(where: "step = \(id)", order: "DESC", limit: 1).first
    }

    private func steps(where condition: String, order: String, limit: Int) throws -> [HistoryStep] {
        var steps = try connection.rows(
            """
            SELECT step, title, at, undone, (SELECT count(*) FROM journal_entry e WHERE e.step = j.step), note
            FROM journal j WHERE \(condition) ORDER BY step \(order) LIMIT ?
            """,
            [max(0, limit)]
        ) { row in
            var step = HistoryStep(
                id: row.integer(0),
                title: row.text(1) ?? "",
                date: Date(milliseconds: row.integer(2))
            )
            step.isUndone = row.integer(3) != 0
            step.contactCount = Int(row.integer(4))
            step.note = row.text(5).flatMap { StepNote(json: $0) }
            return step
        }
        for index in steps.indices { steps[index].contacts = try entries(of: steps[index].id, limit: 10).map(\.id) }
        return steps
    }

    /// Returns the entries of a step in the order in which they were made.
    private func entries(of step: Int64, limit: Int) throws -> [(number: Int64, id: ContactID)] {
        let sql = "SELECT number, contact FROM journal_entry WHERE step = ? ORDER BY number LIMIT ?"
        return try connection.rows(sql, [step, Int64(max(0, limit))]) { row in
            (row.integer(0), ContactID(rawValue: row.text(1) ?? ""))
        }
    }

    /// Returns the steps with the names of their contacts: the current ones, or else the last known ones.
    private func named(_ steps: [HistoryStep]) throws -> [HistoryStep] {
        var steps = steps
        var known: [ContactID: String] = [:]
        for index in steps.indices {
            steps[index].names = try steps[index].contacts.map { id in
                if let name = known[id] { return name }
                let name = try readable(id)?.shown.displayName ?? lastName(of: id) ?? ""
                known[id] = name
                return name
            }
        }
        return steps
    }

    /// Returns the latest name of a contact in the history.
    private func lastName(of id: ContactID) throws -> String? {
        let sql = """
            SELECT coalesce(before, after), step FROM journal_entry
            WHERE contact = ? AND coalesce(before, after) IS NOT NULL ORDER BY number DESC
            """
        return try connection.withStatement(sql, [id.rawValue]) { row in
            var other: String?
            while try row.step() {
                guard let contact = try? Self.side(row, 0, of: id, in: row.integer(1))?.contact else { continue }
                let name = contact.displayName
                // A difference usually has no name, but perhaps an address that would replace it.
                if contact.name != PersonName(), !name.isEmpty { return name }
                if other == nil, !name.isEmpty { other = name }
            }
            return other
        }
    }

    /// Returns the effects of the step on its first contacts; `nil` if the step doesn't exist.
    func detail(of id: Int64, limit: Int) throws -> HistoryDetail? {
        guard let step = try step(id) else { return nil }
        return HistoryDetail(step: try named([step])[0], changes: try changes(of: step, limit: limit))
    }

    /// Returns the effects of a step on its first contacts, without those whose history can't be read.
    func changes(of step: HistoryStep, limit: Int) throws -> [HistoryChange] {
        try entries(of: step.id, limit: limit).compactMap { number, id in
            let stored = try readable(id)
            var found: HistoryChange?
            do {
                try walk(id, overUndone: step.isUndone, from: stored) { entry, _, change in
                    if entry == number { found = change }
                    return entry != number
                }
            } catch let record as UnreadableRecord {
                onUnreadable(record)
            }
            return found
        }
    }

    /// Returns the steps that changed a contact and aren't undone, the latest first.
    func revisions(of id: ContactID) throws -> [ContactRevision] {
        var found: [(step: Int64, change: HistoryChange)] = []
        try walk(id, overUndone: false, from: readable(id)) { _, step, change in
            found.append((step, change))
            return true
        }
        return try found.compactMap { number, change in
            try step(number).map { ContactRevision(step: $0, change: change) }
        }
    }

    /// Walks through the entries of a contact, starting from the stored state: backward over steps in effect, or
    /// forward over undone ones.
    ///
    /// `visit` receives the numbers of each entry and of its step, and the change, and returns whether to continue.
    private func walk(
        _ id: ContactID,
        overUndone isUndone: Bool,
        from stored: StoredContact?,
        _ visit: (_ entry: Int64, _ step: Int64, HistoryChange) -> Bool
    ) throws {
        let (column, condition, order) = isUndone ? ("after", "<> 0", "ASC") : ("before", "= 0", "DESC")
        let sql = """
            SELECT number, step, \(column) FROM journal_entry WHERE contact = ?
            AND step IN (SELECT step FROM journal WHERE undone \(condition)) ORDER BY number \(order)
            """
        let base = stored?.base ?? StoredContact.emptyBase(id)
        func shown(_ record: LocalRecord?) -> Contact? {
            record.flatMap { $0.isRemoved ? nil : $0.card.applied(to: base) }
        }
        try connection.withStatement(sql, [id.rawValue]) { row in
            var near = stored?.record
            while try row.step() {
                let step = row.integer(1)
                let side = try Self.side(row, 2, of: id, in: step)
                let far = side?.record(over: near)
                if side != nil, far == nil { throw UnreadableRecord(kind: .historyEntry, contact: id, number: step) }
                let (before, after) = isUndone ? (near, far) : (far, near)
                let change = HistoryChange(id: id, before: shown(before), after: shown(after))
                guard visit(row.integer(0), step, change) else { return }
                near = far
            }
        }
    }
}

// Undoing and redoing.
extension LocalStore {
    /// Undoes or redoes up to `limit` steps, and returns their new state, without contacts that can't be read.
    func turn(limit: Int, isUndone: Bool) throws -> [HistoryStep] {
        var turned = try steps(isUndone: isUndone, limit: limit)
        for index in turned.indices {
            let step = turned[index]
            let entries = try entries(of: step.id, limit: .max)
            var skipped: Set<ContactID> = []
            for (number, id) in isUndone ? entries : entries.reversed() {
                try Task.checkCancellation()
                if try !turn(number, of: id, in: step) { skipped.insert(id) }
            }
            turned[index].contactCount -= skipped.count
            turned[index].contacts.removeAll(where: skipped.contains)
            // A step of which nothing was undone or redone can be tried again once its contacts are repaired.
            guard skipped.isEmpty || turned[index].contactCount > 0 else { continue }
            turned[index].isUndone = !isUndone
            let mark = "UPDATE journal SET undone = ?, size = NULL WHERE step = ?"
            try connection.run(mark, isUndone ? 0 : 1, step.id)
        }
        return try named(turned)
    }

    /// Restores one side of an entry, records the replaced side in the journal, and returns whether the contact can be
    /// read.
    private func turn(_ number: Int64, of id: ContactID, in step: HistoryStep) throws -> Bool {
        let (old, new) = step.isUndone ? ("after", "before") : ("before", "after")
        let side = try side(old, of: number, id, in: step.id)
        if side == .unchanged {
            // A redo skips it, too; without that side, it would assume that the contact didn't exist.
            if !step.isUndone { try write(.unchanged, to: new, of: number) }
            return true
        }
        let stored: StoredContact?
        do {
            stored = try self.stored(id)
        } catch let unreadable as UnreadableRecord {
            onUnreadable(unreadable)
            try write(.unchanged, to: new, of: number)
            return false
        }
        let record = side?.record(over: stored?.record)
        // A contact of the source whose row is gone can't be restored.
        let isGone = stored == nil && side != nil && record?.isLocal != true
        try write(isGone ? .unchanged : JournalRecord(stored?.record, over: record), to: new, of: number)
        if let stored {
            try write(record, over: stored)
        } else if let record, !isGone {
            try insert(NewContact(record.card), as: id)
        }
        return true
    }
}
