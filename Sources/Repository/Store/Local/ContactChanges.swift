package import Primitives

/// Applies the changes of one command as one history step.
package struct ContactChanges: Sendable {
    private let title: String
    /// The time of the changes, which becomes the revision of an edited card; `nil` keeps the revision.
    private let time: UTCDate?
    /// The step that these changes started; `nil` before the first change.
    package private(set) var step: Int64?
    /// The step's entries by contact, up to a limit: another change to a contact extends its entry.
    private var entries: [ContactID: Int64] = [:]
    private static let entryLimit = 100_000

    package init(title: String, at time: UTCDate? = nil) {
        self.title = title
        self.time = time
    }

    /// Applies a change and returns the resulting contact, or the contact before its removal.
    mutating func apply(_ change: ContactChange, to store: LocalStore) throws -> Contact {
        switch change {
        case .add(let contact): return try add(contact, to: store)
        case .edit(let id, let edit):
            return try replace(Self.present(id, in: store), in: store) { [time] in
                Self.renewed(edit.applied(to: $0), from: $0, at: time)
            }
        case .replace(let id, let contact):
            return try replace(Self.present(id, in: store), in: store) { [time] in
                Self.renewed(contact, from: $0, at: time)
            }
        case .remove(let id):
            let stored = try Self.present(id, in: store)
            var record = stored.record
            record.isRemoved = true
            try write(stored.record.isLocal ? nil : record, over: stored, to: store)
            return stored.shown
        case .revert(let id):
            var stored = try Self.present(id, in: store)
            guard !stored.record.isLocal else {
                throw RepositoryError(
                    .invalidInput,
                    "The contact “\(id)” was added here, so it has no earlier version to revert to. Use undo instead."
                )
            }
            let before = stored
            stored.record.card = stored.record.card.marks
            try write(stored.record, over: before, to: store)
            return stored.shown
        }
    }

    /// Returns the changed contact with the time of the change as its revision, if the original card has one.
    private static func renewed(_ contact: Contact, from old: Contact, at time: UTCDate?) -> Contact {
        guard let time, contact != old else { return contact }
        var contact = contact
        let stamp = time.timestamp.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
        contact.lines = contact.lines.map { line in
            // A revision set by the change itself is kept.
            guard let colon = line.firstIndex(of: ":"), old.lines.contains(line) else { return line }
            return CardStatement.name(of: line) == "REV" ? line[...colon] + stamp : line
        }
        return contact
    }

    private mutating func add(_ contact: Contact, to store: LocalStore) throws -> Contact {
        var id = contact.id
        if id.rawValue.isEmpty { id = .random() }
        guard try store.stored(id) == nil else {
            throw RepositoryError(
                .invalidInput,
                "The identifier “\(DisplaySafeText.line(id.rawValue, limit: 64))” is already in use. Give another one."
            )
        }
        let new = NewContact(contact)
        try insert(new, as: id, to: store)
        var added = new.contact
        added.id = id
        return added
    }

    /// Adds a contact under an unused identifier.
    mutating func insert(_ new: NewContact, as id: ContactID, to store: LocalStore) throws {
        try note(nil, to: new.record, of: id, in: store)
        try store.insert(new, as: id)
    }

    /// Replaces the stored contact, restoring it if it was removed, and returns the result.
    mutating func replace(
        _ before: StoredContact,
        in store: LocalStore,
        _ change: (Contact) -> Contact
    ) throws -> Contact {
        var stored = before
        let shown = stored.shown
        let wanted = change(shown)
        stored.record.isRemoved = false
        stored.record.card = stored.record.card.changed(base: stored.base, shown: shown, wanted: wanted)
        try write(stored.record, over: before, to: store)
        return stored.shown
    }

    private mutating func write(
        _ record: LocalRecord?,
        over stored: StoredContact,
        to store: LocalStore
    ) throws {
        guard record != stored.record else { return }
        try note(stored.record, to: record, of: stored.base.id, in: store)
        try store.write(record, over: stored)
    }

    private mutating func note(
        _ before: LocalRecord?,
        to after: LocalRecord?,
        of id: ContactID,
        in store: LocalStore
    ) throws {
        let step = try step ?? store.beginStep(title)
        self.step = step
        let number = try store.note(before, to: after, of: id, in: step, extending: entries[id])
        if entries.count < Self.entryLimit { entries[id] = number }
    }

    private static func present(_ id: ContactID, in store: LocalStore) throws -> StoredContact {
        guard let stored = try store.stored(id), !stored.record.isRemoved else { throw RepositoryError.noContact(id) }
        return stored
    }
}
