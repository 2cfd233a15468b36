/// A store as local changes see it, within one transaction.
package protocol LocalStore {
    /// The contact with the identifier, removed ones too.
    ///
    /// - Throws: ``UnreadableRecord`` when what is kept of it cannot be read.
    mutating func stored(_ id: ContactID) throws -> StoredContact?

    /// Hears of something that is left out because it cannot be read.
    func leaveOut(_ record: UnreadableRecord)

    /// The contact that came with the UID, removed ones too.
    mutating func identifier(withUID uid: String) throws -> ContactID?

    /// Some contacts that are not removed and have the same sort keys.
    mutating func identifiers(sortedLike new: NewContact, limit: Int) throws -> [ContactID]

    /// Adds a contact under an unused identifier.
    mutating func insert(_ new: NewContact, as id: ContactID) throws

    /// Replaces the local record of a stored contact; `nil` deletes the contact.
    mutating func write(_ record: LocalRecord?, over stored: StoredContact) throws

    /// Begins a step of history; steps that are undone are dropped.
    mutating func beginStep(_ title: String) throws -> Int64

    /// Writes what a step does to the local record of a contact to the journal.
    ///
    /// - Parameters:
    ///   - before: The record before the step; `nil` when there was none.
    ///   - after: The record after it.
    ///   - id: The contact.
    ///   - step: The number of the step.
    ///   - number: The entry that the step has of the contact already, which is extended.
    /// - Returns: The number of the entry.
    /// - Throws: ``SQLiteError``.
    mutating func note(
        _ before: LocalRecord?,
        to after: LocalRecord?,
        of id: ContactID,
        in step: Int64,
        extending number: Int64?
    ) throws -> Int64

    /// The steps that can be undone, the last first, or redone, the first first.
    mutating func steps(isUndone: Bool, limit: Int) throws -> [HistoryStep]

    /// Some entries of a step that lie beyond `number`, in the order in which they are put back.
    mutating func entries(of step: HistoryStep, beyond number: Int64?) throws -> [JournalEntry]

    /// Writes the side that an undo or redo replaces to the journal entry.
    mutating func turn(_ entry: JournalEntry, of step: HistoryStep, present: JournalRecord?) throws

    /// Attaches a note to a step.
    mutating func annotate(_ step: Int64, with note: StepNote) throws

    /// Marks a step as undone, or as done again.
    mutating func mark(_ step: HistoryStep, isUndone: Bool) throws

    /// The name that the history has of a contact, the latest.
    mutating func lastName(of id: ContactID) throws -> String?

    /// The first entries of a step with both of their sides, in the order in which they were made.
    mutating func sides(of step: HistoryStep, limit: Int) throws -> [JournalSides]
}

/// A journal entry with the local records before and after its step; `nil` is a contact that did not exist.
package struct JournalSides {
    package var id: ContactID
    package var before: LocalRecord?
    package var after: LocalRecord?

    package init(id: ContactID, before: LocalRecord?, after: LocalRecord?) {
        self.id = id
        self.before = before
        self.after = after
    }
}

extension LocalStore {
    package func leaveOut(_ record: UnreadableRecord) {}

    /// The stored contact; `nil` also when it cannot be read, which is told.
    package mutating func readable(_ id: ContactID) throws -> StoredContact? {
        do {
            return try stored(id)
        } catch let record as UnreadableRecord {
            leaveOut(record)
            return nil
        }
    }

    /// The steps with the names of their contacts: as they are now, or as they were last.
    package mutating func named(_ steps: [HistoryStep]) throws -> [HistoryStep] {
        var steps = steps
        var known: [ContactID: String] = [:]
        for index in steps.indices {
            steps[index].names = try steps[index].contacts.map { id in
                if let name = known[id] { return name }
                let name = try name(of: id)
                known[id] = name
                return name
            }
        }
        return steps
    }

    private mutating func name(of id: ContactID) throws -> String {
        if let stored = try readable(id) { return stored.shown.displayName }
        return try lastName(of: id) ?? ""
    }

    /// What a step did to its first contacts.
    package mutating func detail(of step: HistoryStep, limit: Int) throws -> HistoryDetail {
        let sides = try sides(of: step, limit: limit)
        let changes = try sides.map { entry in
            let base = try readable(entry.id)?.base ?? StoredContact.emptyBase(entry.id)
            func shown(_ record: LocalRecord?) -> Contact? {
                guard let record, !record.isRemoved else { return nil }
                return record.card.applied(to: base)
            }
            return HistoryChange(id: entry.id, before: shown(entry.before), after: shown(entry.after))
        }
        return HistoryDetail(step: try named([step]).first ?? step, changes: changes)
    }

    /// Records a step without changes to contacts; one of the same kind directly before it gives way.
    ///
    /// - Returns: The number of the step.
    package mutating func record(_ note: StepNote, title: String) throws -> Int64 {
        if case .fetch(let people) = note, let last = try steps(isUndone: false, limit: 1).first,
            case .fetch(let before)? = last.note, try steps(isUndone: true, limit: 1).isEmpty
        {
            try annotate(last.id, with: .fetch(people: before + people))
            return last.id
        }
        let step = try beginStep(title)
        try annotate(step, with: note)
        return step
    }

    /// Undoes or redoes up to `limit` steps, and returns them as they are now, without contacts that cannot be read.
    package mutating func turn(limit: Int, isUndone: Bool) throws -> [HistoryStep] {
        var turned = try steps(isUndone: isUndone, limit: limit)
        for index in turned.indices {
            let step = turned[index]
            var last: Int64?
            var skipped: Set<ContactID> = []
            while true {
                let entries = try entries(of: step, beyond: last)
                guard let end = entries.last else { break }
                for entry in entries {
                    try Task.checkCancellation()
                    if entry.other == .unchanged {
                        // A redo leaves it alone, too; without that side it would take the contact for one that is gone.
                        if !step.isUndone { try turn(entry, of: step, present: .unchanged) }
                        continue
                    }
                    let stored: StoredContact?
                    do {
                        stored = try self.stored(entry.id)
                    } catch let record as UnreadableRecord {
                        leaveOut(record)
                        skipped.insert(entry.id)
                        try turn(entry, of: step, present: .unchanged)
                        continue
                    }
                    let other = entry.other?.record(over: stored?.record)
                    // A contact of the source whose row is gone cannot be put back.
                    let isGone = stored == nil && entry.other != nil && other?.isLocal != true
                    try turn(
                        entry,
                        of: step,
                        present: isGone ? .unchanged : JournalRecord(stored?.record, over: other)
                    )
                    if let stored {
                        try write(other, over: stored)
                    } else if let other, !isGone {
                        try insert(NewContact(other.card), as: entry.id)
                    }
                }
                last = end.number
            }
            turned[index].contactCount -= skipped.count
            turned[index].contacts.removeAll(where: skipped.contains)
            // A step of which nothing could be turned can still be turned once its contacts are mended.
            guard skipped.isEmpty || turned[index].contactCount > 0 else { continue }
            turned[index].isUndone = !isUndone
            try mark(turned[index], isUndone: !isUndone)
        }
        return try named(turned)
    }
}

/// The effect of one step of history on one contact.
package struct JournalEntry {
    /// The place of the entry within its step.
    package var number: Int64
    package var id: ContactID
    /// The other side of the step, to put back; `nil` for a contact that did not exist.
    package var other: JournalRecord?

    package init(number: Int64, id: ContactID, other: JournalRecord?) {
        self.number = number
        self.id = id
        self.other = other
    }
}

/// A contact as a store has it.
package struct StoredContact {
    /// The values of the source; a contact that was made here has only its identifier.
    package var base: Contact
    package var record: LocalRecord
    /// The row, in a store that has rows.
    var number: Int64 = 0

    /// The empty contact that local contacts start from.
    package static func emptyBase(_ id: ContactID) -> Contact { Contact(id: id, origin: .local) }

    /// The contact as it is shown.
    package var shown: Contact { record.card.applied(to: base) }
}

extension StoredContact {
    /// Creates a contact of a store without rows.
    package init(base: Contact, record: LocalRecord) {
        self.init(base: base, record: record, number: 0)
    }
}

/// The local data about one contact, beside the values of the source.
package struct LocalRecord: Equatable, Sendable {
    /// Whether the contact was typed or imported here and has no values of a source.
    var isLocal = false
    /// Whether the user removed it; only removed contacts of the source keep a record.
    package var isRemoved = false
    var card = ContactCard()

    /// Creates the record of a contact that was never changed here.
    package init() {}

    init(isLocal: Bool, isRemoved: Bool = false, card: ContactCard) {
        self.isLocal = isLocal
        self.isRemoved = isRemoved
        self.card = card
    }
}

/// A new local contact with everything that a store keeps of it, none of which depends on the store.
package struct NewContact: Sendable {
    let card: ContactCard
    /// The card as it is stored.
    let json: String
    let keys: ContactKeys
    /// The keys by which the contact is sorted.
    package var order: SortKeys { keys.order }
    /// The contact as it is shown, without its identifier.
    private let anonymous: Contact

    init(_ card: ContactCard) {
        self.card = card
        json = card.json
        anonymous = card.applied(to: Self.nothing)
        keys = ContactKeys(anonymous)
    }

    package init(_ contact: Contact) {
        self.init(ContactCard(from: Self.nothing, to: contact))
    }

    /// The local record of the contact.
    package var record: LocalRecord { LocalRecord(isLocal: true, card: card) }

    /// The contact as it is shown under the identifier.
    func shown(as id: ContactID) -> Contact {
        var shown = anonymous
        shown.id = id
        return shown
    }

    var uid: String? { anonymous.uid }
    var isFavorite: Bool { anonymous.isFavorite }
    var categories: [String] { anonymous.categories }

    private static let nothing = StoredContact.emptyBase(ContactID(rawValue: ""))
}
