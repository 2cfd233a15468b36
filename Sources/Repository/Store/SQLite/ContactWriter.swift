/// Writes the people of a page within a transaction.
struct ContactWriter {
    /// The part of a stored contact that an update needs.
    private struct Stored {
        let number: Int64
        let source: Int64?
        /// The local edits; `nil` when they cannot be read.
        let card: ContactCard?
        let isRemoved: Bool
    }

    let connection: SQLiteConnection
    /// The source of the people.
    let source: Int64
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64
    /// Hears of people that are not updated because their local edits cannot be read.
    var leftOut = LeftOut()

    private static let find = """
        SELECT c.number, c.source, l.card, c.deleted_at IS NOT NULL
        FROM contact c LEFT JOIN contact_local l ON l.contact = c.number WHERE c.id = ?
        """

    private static let columns = ContactColumns.base + ContactColumns.keys

    private static let insert =
        "INSERT INTO contact (id, source, page, position, updated_at, " + columns.joined(separator: ", ")
        + ") VALUES (" + Array(repeating: "?", count: columns.count + 5).joined(separator: ", ")
        + ") ON CONFLICT (id) DO NOTHING"

    /// Skips a row with the same values, so that its time of change stays.
    private static let update =
        "UPDATE contact SET page = ?2, position = ?3, updated_at = ?4, "
        + columns.enumerated().map { "\($1) = ?\($0 + 5)" }.joined(separator: ", ") + " WHERE number = ?1 AND ("
        + ContactColumns.base.enumerated().map { "\($1) IS NOT ?\($0 + 5)" }.joined(separator: " OR ") + ")"

    /// Inserts the people, and updates the ones that the store already has.
    func write(_ people: [RemotePerson], of answered: ContactSource, page: Int) throws {
        let mayBeDerived = try hasDerived()
        var isDerived = mayBeDerived
        var members = PageMembers(source: answered, page: page, mayBeDerived: mayBeDerived)
        members.reserve(people.count)
        // New people come in runs, and the insertion itself tells whether a person is new: a lookup before it would be a
        // second one. Rows first and words afterwards, so that neither evicts the other from the processor's cache.
        var isLikelyNew = true
        var inserted: [Int64] = []
        for person in Self.sorted(people) {
            if isLikelyNew, let id = members.identifier(ofNew: person),
                let number = try insert(person, as: id, page: page)
            {
                members.assign(id, to: person)
                inserted.append(number)
                continue
            }
            try inserted.forEach(index.add)
            inserted = []
            var stored: [ContactID: Stored] = [:]
            let id = try members.identifier(of: person) { id in
                guard let found = try self.stored(id) else { return .unassigned }
                stored[id] = found
                return found.source == source ? .thisSource : .otherSource
            }
            guard let id else { continue }
            isLikelyNew = stored[id] == nil
            if let found = stored[id] {
                try update(found, with: person, page: page)
            } else if let number = try insert(person, as: id, page: page) {
                inserted.append(number)
            }
            isDerived = isDerived || id != ContactIdentity.usable(person.uuid)
        }
        try inserted.forEach(index.add)
        if isDerived != mayBeDerived { try noteDerived() }
    }

    /// The people in the order of their identifiers, equal ones in the order of the page.
    ///
    /// Then the lookups in the index of identifiers visit neighboring pages, not random ones.
    private static func sorted(_ people: [RemotePerson]) -> [RemotePerson] {
        people.sorted { ($0.uuid ?? "", $0.index) < ($1.uuid ?? "", $1.index) }
    }

    private func hasDerived() throws -> Bool {
        try connection.withStatement("SELECT has_derived FROM source WHERE number = ?") { row in
            try row.bind(source, at: 1)
            return try row.step() && row.integer(0) != 0
        }
    }

    private func noteDerived() throws {
        try connection.withStatement("UPDATE source SET has_derived = 1 WHERE number = ?") { statement in
            try statement.bind(source, at: 1)
            try statement.run()
        }
    }

    private func stored(_ id: ContactID) throws -> Stored? {
        try connection.withStatement(Self.find) { (row: borrowing SQLiteStatement) -> Stored? in
            try row.bind(id.rawValue, at: 1)
            guard try row.step() else { return nil }
            return Stored(
                number: row.integer(0),
                source: row.isNull(1) ? nil : row.integer(1),
                card: try? ContactColumns.card(row, at: 2, of: id),
                isRemoved: row.integer(3) != 0
            )
        }
    }

    /// Inserts the person without the words, unless the store has a contact with the identifier.
    ///
    /// - Returns: The number of the row; `nil` when nothing was inserted.
    private func insert(_ person: RemotePerson, as id: ContactID, page: Int) throws -> Int64? {
        try connection.withStatement(Self.insert) { statement in
            try statement.bind(id.rawValue, at: 1)
            try statement.bind(source, at: 2)
            try statement.bind(Int64(page), at: 3)
            try statement.bind(Int64(person.index), at: 4)
            try statement.bind(time, at: 5)
            try statement.bind(person.contact, person.keys, from: 6)
            try statement.run()
        }
        return connection.changes > 0 ? connection.lastInsertedRow : nil
    }

    private func update(_ stored: Stored, with person: RemotePerson, page: Int) throws {
        guard let card = stored.card else {
            let id = ContactIdentity.usable(person.uuid)
            return leftOut(UnreadableRecord(.card, contact: id, name: person.contact.displayName))
        }
        let keys = keys(of: person, in: stored, card)
        try index.updating(stored.number, to: keys) {
            try connection.withStatement(Self.update) { statement in
                try statement.bind(stored.number, at: 1)
                try statement.bind(Int64(page), at: 2)
                try statement.bind(Int64(person.index), at: 3)
                try statement.bind(time, at: 4)
                try statement.bind(person.contact, keys, from: 5)
                try statement.run()
            }
        }
    }

    /// The keys of the person with local edits applied.
    private func keys(of person: RemotePerson, in stored: Stored, _ card: ContactCard) -> ContactKeys {
        if card.isEmpty, !stored.isRemoved { return person.keys }
        return ContactKeys(card.applied(to: person.contact), isRemoved: stored.isRemoved)
    }

    private var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }
}
