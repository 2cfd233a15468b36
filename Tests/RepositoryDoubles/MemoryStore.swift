import Repository

import struct Foundation.Date

/// The contacts and the history of a store in memory.
///
/// It is a value: a transaction works on a copy, so rolling back means dropping the copy.
struct MemoryStore {
    struct Row {
        var source: ContactSource?
        var base: Contact
        var record = LocalRecord()
        var updatedAt: Int64 = 0

        var shown: Contact { StoredContact(base: base, record: record).shown }
    }

    private struct Entry {
        var id: ContactID
        var before: LocalRecord?
        var after: LocalRecord?
    }

    private(set) var writes: Int64 = 0
    private(set) var steps: [HistoryStep] = []
    private var entries: [Int64: [Entry]] = [:]
    var rows: [ContactID: Row] = [:] {
        didSet { writes += 1 }
    }
    /// The time of the transaction.
    var time = Date(timeIntervalSince1970: 0)

    /// The people of a source without local data or mention in the history.
    var clearable: [ContactID] {
        let mentioned = Set(entries.values.joined().map(\.id))
        return rows.filter { $1.source != nil && $1.record == LocalRecord() && !mentioned.contains($0) }.map(\.key)
    }

    /// The rows of contacts that are not removed.
    var present: some Sequence<Row> { rows.values.lazy.filter { !$0.record.isRemoved } }
}

extension MemoryStore: LocalStore {
    func stored(_ id: ContactID) -> StoredContact? {
        rows[id].map { StoredContact(base: $0.base, record: $0.record) }
    }

    func identifier(withUID uid: String) -> ContactID? {
        rows.values.filter { $0.shown.uid == uid }.map(\.base.id).min()
    }

    func identifiers(sortedLike new: NewContact, limit: Int) -> [ContactID] {
        let alike = present.filter { SortKeys($0.shown) == new.order }.map(\.base.id)
        return Array(alike.sorted().prefix(limit))
    }

    mutating func insert(_ new: NewContact, as id: ContactID) {
        rows[id] = Row(base: StoredContact.emptyBase(id), record: new.record, updatedAt: time.milliseconds)
    }

    mutating func write(_ record: LocalRecord?, over stored: StoredContact) {
        let id = stored.base.id
        guard let record else {
            rows[id] = nil
            return
        }
        let now = time.milliseconds
        rows[id]?.record = record
        rows[id]?.updatedAt = now
    }

    mutating func beginStep(_ title: String) -> Int64 {
        for step in steps where step.isUndone { entries[step.id] = nil }
        steps.removeAll(where: \.isUndone)
        let number = (steps.last?.id ?? 0) + 1
        steps.append(
            HistoryStep(id: number, title: title, date: time, isUndone: false, contactCount: 0, contacts: [])
        )
        return number
    }

    mutating func note(
        _ before: LocalRecord?,
        to after: LocalRecord?,
        of id: ContactID,
        in step: Int64,
        extending number: Int64?
    ) -> Int64 {
        if let number { return number }
        entries[step, default: []].append(Entry(id: id, before: before))
        guard let index = steps.firstIndex(where: { $0.id == step }) else { return 0 }
        steps[index].contactCount += 1
        if steps[index].contacts.count < 10 { steps[index].contacts.append(id) }
        return Int64(steps[index].contactCount - 1)
    }

    func steps(isUndone: Bool, limit: Int) -> [HistoryStep] {
        let found = steps.filter { $0.isUndone == isUndone }
        return Array((isUndone ? found : found.reversed()).prefix(max(0, limit)))
    }

    func entries(of step: HistoryStep, beyond number: Int64?) -> [JournalEntry] {
        guard number == nil, let entries = entries[step.id] else { return [] }
        let all = entries.enumerated().map { number, entry in
            let other = JournalRecord(step.isUndone ? entry.after : entry.before, over: nil)
            return JournalEntry(number: Int64(number), id: entry.id, other: other)
        }
        return step.isUndone ? all : all.reversed()
    }

    mutating func turn(_ entry: JournalEntry, of step: HistoryStep, present: JournalRecord?) {
        let entry = (number: entry.number, present: present?.record(over: entry.other?.record(over: nil)))
        if step.isUndone {
            entries[step.id]?[Int(entry.number)].before = entry.present
        } else {
            entries[step.id]?[Int(entry.number)].after = entry.present
        }
    }

    func lastName(of id: ContactID) -> String? {
        let mentions = entries.sorted { $0.key < $1.key }.flatMap(\.value).filter { $0.id == id }
        let record = mentions.reversed().lazy.compactMap { $0.before ?? $0.after }.first
        return record.map { StoredContact(base: StoredContact.emptyBase(id), record: $0).shown.displayName }
    }

    func sides(of step: HistoryStep, limit: Int) -> [JournalSides] {
        let all = entries.sorted { $0.key < $1.key }.flatMap { step, entries in entries.map { (step: step, entry: $0) }
        }
        let found = all.indices.filter { all[$0].step == step.id }.prefix(max(0, limit))
        return found.map { index in
            let entry = all[index].entry
            let next = all[(index + 1)...].first { $0.entry.id == entry.id }
            let after = next.map(\.entry.before) ?? (step.isUndone ? entry.after : rows[entry.id]?.record)
            return JournalSides(id: entry.id, before: entry.before, after: after)
        }
    }

    mutating func annotate(_ step: Int64, with note: StepNote) {
        guard let index = steps.firstIndex(where: { $0.id == step }) else { return }
        steps[index].note = note
    }

    mutating func mark(_ step: HistoryStep, isUndone: Bool) {
        guard let index = steps.firstIndex(where: { $0.id == step.id }) else { return }
        steps[index].isUndone = isUndone
    }
}
