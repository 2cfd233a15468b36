/// The contacts and the history of a database, within a transaction.
struct SQLiteLocalStore {
    let connection: SQLiteConnection
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64
    /// Hears of what is left out because it cannot be read.
    var leftOut = LeftOut()

    private static let find =
        "SELECT \(ContactColumns.shown), c.number, c.deleted_at IS NOT NULL \(ContactColumns.tables) WHERE c.id = ?"

    /// The column after the contact.
    private static let next = ContactColumns.count

    var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }
}

extension SQLiteLocalStore: LocalStore {
    func stored(_ id: ContactID) throws -> StoredContact? {
        try connection.withStatement(Self.find) { (row: borrowing SQLiteStatement) -> StoredContact? in
            try row.bind(id.rawValue, at: 1)
            guard try row.step() else { return nil }
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
        try connection.withStatement("SELECT id FROM contact WHERE uid = ? ORDER BY id LIMIT 1") { row in
            try row.bind(uid, at: 1)
            return try row.step() ? row.text(0).map(ContactID.init(rawValue:)) : nil
        }
    }

    func identifiers(sortedLike new: NewContact, limit: Int) throws -> [ContactID] {
        try connection.withStatement(
            "SELECT id FROM contact WHERE sort_last = ? AND sort_first = ? AND deleted_at IS NULL LIMIT ?"
        ) { row in
            try row.bind(new.order.last, at: 1)
            try row.bind(new.order.first, at: 2)
            try row.bind(Int64(limit), at: 3)
            var ids: [ContactID] = []
            while try row.step() { ids.append(ContactID(rawValue: row.text(0) ?? "")) }
            return ids
        }
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
        try connection.withStatement("INSERT INTO contact_local (contact, card) VALUES (?, ?)") { statement in
            try statement.bind(number, at: 1)
            try statement.bind(new.json, at: 2)
            try statement.run()
        }
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
        try connection.withStatement("DELETE FROM contact WHERE number = ?") { statement in
            try statement.bind(stored.number, at: 1)
            try statement.run()
        }
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
            return try connection.withStatement("DELETE FROM contact_local WHERE contact = ?") { statement in
                try statement.bind(number, at: 1)
                try statement.run()
            }
        }
        let sql = "INSERT OR REPLACE INTO contact_local (contact, card) VALUES (?, ?)"
        try connection.withStatement(sql) { statement in
            try statement.bind(number, at: 1)
            try statement.bind(card.json, at: 2)
            try statement.run()
        }
    }

    private func writeCategories(_ new: [String], over old: [String], of number: Int64) throws {
        guard new != old else { return }
        if !old.isEmpty {
            try connection.withStatement("DELETE FROM contact_category WHERE contact = ?") { statement in
                try statement.bind(number, at: 1)
                try statement.run()
            }
        }
        for name in new {
            let sql = "INSERT OR IGNORE INTO contact_category (name_folded, contact) VALUES (?, ?)"
            try connection.withStatement(sql) { statement in
                try statement.bind(FoldedText.key(name), at: 1)
                try statement.bind(number, at: 2)
                try statement.run()
            }
        }
    }
}
