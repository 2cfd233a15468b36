/// Writes the people of a page within a transaction.
///
/// A person gets the source's identifier if it is free or already belongs to the same source. Otherwise, and for the
/// second of two people on the page with the same identifier, it is derived from the position on the page.
struct ContactWriter {
    /// The data of a stored contact that an update needs.
    private struct Stored {
        let number: Int64
        let source: Int64?
        /// The local edits; `nil` if they can't be read.
        let card: ContactCard?
        let isRemoved: Bool
    }

    let store: LocalStore
    let page: FetchedPage
    /// The row of the people's source.
    let source: Int64
    /// The people of the page who already have an identifier.
    var seen: [ContactID: Contact] = [:]

    private static let find =
        "SELECT c.number, c.source, l.card, c.deleted_at IS NOT NULL \(ContactColumns.tables) WHERE c.id = ?"

    private static let columns = ContactColumns.base + ContactColumns.keys

    private static let insert =
        "INSERT INTO contact (id, source, page, position, updated_at, " + columns.joined(separator: ", ")
        + ") VALUES (" + Array(repeating: "?", count: columns.count + 5).joined(separator: ", ")
        + ")"

    /// Skips a row with the same values, so that its modification time is preserved.
    private static let update =
        "UPDATE contact SET page = ?2, position = ?3, updated_at = ?4, "
        + columns.enumerated().map { "\($1) = ?\($0 + 5)" }.joined(separator: ", ") + " WHERE number = ?1 AND ("
        + ContactColumns.base.enumerated().map { "\($1) IS NOT ?\($0 + 5)" }.joined(separator: " OR ") + ")"

    /// Inserts the people, and updates those that are already in the store.
    mutating func write() throws {
        // In identifier order, the lookups visit neighboring pages of the index instead of random ones.
        for person in page.answer.people.sorted(by: { ($0.uuid ?? "", $0.index) < ($1.uuid ?? "", $1.index) }) {
            guard let (id, stored) = try place(of: person) else { continue }
            seen[id] = person.contact
            if let stored { try update(stored, with: person) } else { try insert(person, as: id) }
        }
    }

    /// Returns the identifier for a person and its row, if any; `nil` if the page already contains exactly this person.
    private func place(of person: RemotePerson) throws -> (ContactID, Stored?)? {
        func derived(_ attempt: Int) -> ContactID {
            ContactIdentity.derived(page.answer.source, page: page.page, index: person.index, attempt: attempt)
        }
        if let id = ContactIdentity.usable(person.uuid) {
            if let other = seen[id] {
                if other == person.contact { return nil }
            } else if let owner = try stored(id) {
                if owner.source == source { return (id, owner) }
            } else {
                // Once derived, always derived, even after the conflicting contact is gone.
                let owner = try stored(derived(0))
                return owner?.source == source ? (derived(0), owner) : (id, nil)
            }
        }
        // This terminates: each attempt yields another of 2^122 identifiers, and a store contains few of them.
        for id in (0...).lazy.map(derived) where seen[id] == nil {
            let owner = try stored(id)
            if owner == nil || owner?.source == source { return (id, owner) }
        }
        return nil
    }

    private func stored(_ id: ContactID) throws -> Stored? {
        try store.connection.first(Self.find, id.rawValue) { row in
            Stored(
                number: row.integer(0),
                source: row.isNull(1) ? nil : row.integer(1),
                card: try? ContactColumns.card(row, at: 2, of: id),
                isRemoved: row.integer(3) != 0
            )
        }
    }

    private func insert(_ person: RemotePerson, as id: ContactID) throws {
        let place: [(any SQLiteArgument)?] = [id.rawValue, source, page.page, person.index, store.time]
        let values = ContactColumns.arguments(person.contact) + ContactColumns.arguments(person.keys)
        try store.connection.run(Self.insert, place + values)
        try store.index.add(store.connection.lastInsertedRow)
    }

    private func update(_ stored: Stored, with person: RemotePerson) throws {
        guard let card = stored.card else {
            let id = ContactIdentity.usable(person.uuid)
            return store.onUnreadable(UnreadableRecord(kind: .card, contact: id, name: person.contact.displayName))
        }
        let isAsSent = card.isEmpty && !stored.isRemoved
        let keys = isAsSent ? person.keys : ContactKeys(card.applied(to: person.contact), isRemoved: stored.isRemoved)
        try store.index.updating(stored.number, to: keys) {
            let place: [(any SQLiteArgument)?] = [stored.number, page.page, person.index, store.time]
            let values = ContactColumns.arguments(person.contact) + ContactColumns.arguments(keys)
            try store.connection.run(Self.update, place + values)
        }
    }
}
