import struct Foundation.UUID

/// Carries out the changes of one command, as one step of history.
struct ContactChanges {
    private let title: String
    private var step: Int64?

    init(title: String) {
        self.title = title
    }

    /// Carries out a change, and returns the contact as it is now, or was when it is removed.
    mutating func apply(_ change: ContactChange, to store: inout some LocalStore) throws -> Contact {
        switch change {
        case .add(let contact): return try add(contact, to: &store)
        case .edit(let id, let edit):
            return try replace(id, in: &store) { edit.applied(to: $0) }
        case .replace(let id, let contact):
            return try replace(id, in: &store) { _ in contact }
        case .remove(let id):
            let stored = try Self.present(id, in: &store)
            var record = stored.record
            record.isRemoved = true
            try write(stored.record.isLocal ? nil : record, of: id, over: stored, to: &store)
            return stored.shown
        case .revert(let id):
            var stored = try Self.present(id, in: &store)
            guard !stored.record.isLocal else {
                throw RepositoryError(
                    .invalidInput,
                    "The contact “\(id)” was made here, so that there is nothing that it could be reverted to; undo instead."
                )
            }
            let before = stored
            stored.record.card = stored.record.card.marks
            try write(stored.record, of: id, over: before, to: &store)
            return stored.shown
        }
    }

    private mutating func add(_ contact: Contact, to store: inout some LocalStore) throws -> Contact {
        var id = contact.id
        if id.rawValue.isEmpty { id = ContactID(rawValue: UUID().uuidString.lowercased()) }
        guard try store.stored(id) == nil else {
            throw RepositoryError(
                .invalidInput,
                "There is a contact with the identifier “\(ShownText.line(id.rawValue, limit: 64))” already; give another."
            )
        }
        return try insert(contact, as: id, to: &store).applied(to: StoredContact.emptyBase(id))
    }

    /// Adds a contact under an identifier that nobody has, and returns what is kept of it.
    mutating func insert(_ contact: Contact, as id: ContactID, to store: inout some LocalStore) throws -> ContactCard {
        let record = LocalRecord(isLocal: true, card: ContactCard(from: StoredContact.emptyBase(id), to: contact))
        try write(record, of: id, over: nil, to: &store)
        return record.card
    }

    private mutating func replace(
        _ id: ContactID,
        in store: inout some LocalStore,
        _ change: (Contact) -> Contact
    ) throws -> Contact {
        try replace(try Self.present(id, in: &store), in: &store, change)
    }

    /// Makes a contact what is wanted; one that was removed comes back.
    mutating func replace(
        _ before: StoredContact,
        in store: inout some LocalStore,
        _ change: (Contact) -> Contact
    ) throws -> Contact {
        var stored = before
        let shown = stored.shown
        let wanted = change(shown)
        stored.record.isRemoved = false
        stored.record.card = stored.record.card.changed(base: stored.base, shown: shown, wanted: wanted)
        try write(stored.record, of: stored.base.id, over: before, to: &store)
        return stored.shown
    }

    private mutating func write(
        _ record: LocalRecord?,
        of id: ContactID,
        over stored: StoredContact?,
        to store: inout some LocalStore
    ) throws {
        guard record != stored?.record else { return }
        let step = try self.step ?? store.beginStep(title)
        self.step = step
        try store.note(stored?.record, of: id, in: step)
        try store.write(record, of: id, over: stored)
    }

    private static func present(_ id: ContactID, in store: inout some LocalStore) throws -> StoredContact {
        guard let stored = try store.stored(id), !stored.record.isRemoved else { throw RepositoryError.noContact(id) }
        return stored
    }
}
