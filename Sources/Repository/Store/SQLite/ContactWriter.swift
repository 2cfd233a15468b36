/// Writes the people of a page within a transaction.
struct ContactWriter {
    /// The data of a stored contact that an update needs.
    private struct Stored {
        let number: Int64
        let source: Int64?
        /// The local edits; `nil` if they can't be read.
        let card: ContactCard?
        let isRemoved: Bool
    }

    let connection: SQLiteConnection
    let source: Int64
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64
    /// Called for people who aren't updated because their local edits can't be read.
    var onUnreadable: UnreadableHandler = { _ in }

    private static let find = """
        SELECT c.number, c.source, l.card, c.deleted_at IS NOT NULL
        FROM contact c LEFT JOIN contact_local l ON l.contact = c.number WHERE c.id = ?
        """

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
    func write(_ people: [RemotePerson], of answered: ContactSource, page: Int) throws {
        var members = PageMembers(source: answered, page: page)
        // In identifier order, the lookups visit neighboring pages of the index instead of random ones.
        for person in people.sorted(by: { ($0.uuid ?? "", $0.index) < ($1.uuid ?? "", $1.index) }) {
            var stored: [ContactID: Stored] = [:]
            let id = try members.identifier(of: person) { id in
                guard let found = try self.stored(id) else { return .unassigned }
                stored[id] = found
                return found.source == source ? .thisSource : .otherSource
            }
            guard let id else { continue }
            if let found = stored[id] {
                try update(found, with: person, page: page)
            } else {
                try insert(person, as: id, page: page)
            }
        }
    }

    private func stored(_ id: ContactID) throws -> Stored? {
        try connection.first(Self.find, id.rawValue) { row in
            Stored(
                number: row.integer(0),
                source: row.isNull(1) ? nil : row.integer(1),
                card: try? ContactColumns.card(row, at: 2, of: id),
                isRemoved: row.integer(3) != 0
            )
        }
    }

    private func insert(_ person: RemotePerson, as id: ContactID, page: Int) throws {
        let place: [(any SQLiteArgument)?] = [id.rawValue, source, page, person.index, time]
        let values = ContactColumns.arguments(person.contact) + ContactColumns.arguments(person.keys)
        try connection.run(Self.insert, place + values)
        try index.add(connection.lastInsertedRow)
    }

    private func update(_ stored: Stored, with person: RemotePerson, page: Int) throws {
        guard let card = stored.card else {
            let id = ContactIdentity.usable(person.uuid)
            return onUnreadable(UnreadableRecord(kind: .card, contact: id, name: person.contact.displayName))
        }
        let isAsSent = card.isEmpty && !stored.isRemoved
        let keys = isAsSent ? person.keys : ContactKeys(card.applied(to: person.contact), isRemoved: stored.isRemoved)
        try index.updating(stored.number, to: keys) {
            let place: [(any SQLiteArgument)?] = [stored.number, page, person.index, time]
            let values = ContactColumns.arguments(person.contact) + ContactColumns.arguments(keys)
            try connection.run(Self.update, place + values)
        }
    }

    private var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }
}
