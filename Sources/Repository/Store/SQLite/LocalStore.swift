import Primitives

/// The contacts and the history in a database, within a transaction.
struct LocalStore {
    let connection: SQLiteConnection
    /// The time of the transaction, in milliseconds since 1970.
    let time: Int64
    /// Called for each record that is left out because it can't be read.
    var onUnreadable: UnreadableHandler = { _ in }
    /// The maximum size of the history in bytes; the last two steps are kept regardless of their size.
    var historySize = Self.historySize

    private static let find =
        "SELECT \(ContactColumns.shown), c.number, c.deleted_at IS NOT NULL \(ContactColumns.tables) WHERE c.id = ?"

    private static let next = ContactColumns.count

    var index: ContactSearchIndex { ContactSearchIndex(connection: connection) }

    /// Returns the contact with the identifier, even if it was removed.
    ///
    /// - Throws: ``UnreadableRecord`` if its local data can't be read.
    func stored(_ id: ContactID) throws -> StoredContact? {
        try connection.first(Self.find, id.rawValue) { row in
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

    /// Returns the stored contact; `nil` also if it can't be read, which is reported.
    func readable(_ id: ContactID) throws -> StoredContact? {
        do {
            return try stored(id)
        } catch let record as UnreadableRecord {
            onUnreadable(record)
            return nil
        }
    }

    /// Returns the identifier of the contact imported with the UID, even if it was removed.
    func identifier(withUID uid: String) throws -> ContactID? {
        try connection.first("SELECT id FROM contact WHERE uid = ? ORDER BY id LIMIT 1", uid) { row in
            row.text(0).map(ContactID.init(rawValue:))
        }
    }

    /// Returns the contacts with the same names and searchable words, among which are all with the same content.
    func identifiers(like new: NewContact, limit: Int) throws -> [ContactID] {
        let sql = """
            SELECT id FROM contact WHERE sort_last = ? AND sort_first = ? AND search_key = ? AND search_text = ?
            AND deleted_at IS NULL LIMIT ?
            """
        let keys = new.keys
        let arguments: [any SQLiteArgument] = [
            keys.order.last, keys.order.first, keys.words.key, keys.words.text, limit,
        ]
        return try connection.rows(sql, arguments) { row in ContactID(rawValue: row.text(0) ?? "") }
    }

    func insert(_ new: NewContact, as id: ContactID) throws {
        let sql = """
            INSERT INTO contact (id, uid, favorite, updated_at, \(ContactColumns.keys.joined(separator: ", ")))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        let arguments: [(any SQLiteArgument)?] = [
            id.rawValue, new.contact.uid, new.contact.isFavorite ? 1 : 0, time,
        ]
        try connection.run(sql, arguments + ContactColumns.arguments(new.keys))
        let number = connection.lastInsertedRow
        try index.add(number)
        try connection.run("INSERT INTO contact_local (contact, card) VALUES (?, ?)", number, new.json)
        try writeCategories(new.contact.categories, over: [], of: number)
    }

    /// Replaces the local record of a stored contact; `nil` deletes the contact.
    func write(_ record: LocalRecord?, over stored: StoredContact) throws {
        guard let record else {
            try index.remove(stored.number)
            // Foreign keys delete its card and categories, too.
            return try connection.run("DELETE FROM contact WHERE number = ?", stored.number)
        }
        let shown = record.card.applied(to: stored.base)
        let keys = ContactKeys(shown, isRemoved: record.isRemoved)
        try index.updating(stored.number, to: keys) {
            try write(keys, of: shown, isRemoved: record.isRemoved, at: stored.number)
            let sql = "UPDATE contact SET deleted_at = ?, updated_at = ? WHERE number = ?"
            try connection.run(sql, record.isRemoved ? time : nil, time, stored.number)
        }
        if record.card != stored.record.card || stored.record.isLocal != record.isLocal {
            if record.isLocal || !record.card.isEmpty {
                let sql = "INSERT OR REPLACE INTO contact_local (contact, card) VALUES (?, ?)"
                try connection.run(sql, stored.number, record.card.json)
            } else {
                try connection.run("DELETE FROM contact_local WHERE contact = ?", stored.number)
            }
        }
        try writeCategories(
            record.isRemoved ? [] : shown.categories,
            over: stored.record.isRemoved ? [] : stored.shown.categories,
            of: stored.number
        )
    }

    /// Derives the keys and groups of the contact again, without updating the search index.
    func renew(_ stored: StoredContact) throws {
        let shown = stored.shown
        let isRemoved = stored.record.isRemoved
        try write(ContactKeys(shown, isRemoved: isRemoved), of: shown, isRemoved: isRemoved, at: stored.number)
        try writeCategories(isRemoved ? [] : shown.categories, over: [], of: stored.number)
    }

    private func write(_ keys: ContactKeys, of shown: Contact, isRemoved: Bool, at number: Int64) throws {
        let columns = (ContactColumns.keys + ["uid", "favorite"]).map { "\($0) = ?" }.joined(separator: ", ")
        let others: [(any SQLiteArgument)?] = [shown.uid, shown.isFavorite && !isRemoved ? 1 : 0, number]
        let sql = "UPDATE contact SET \(columns) WHERE number = ?"
        try connection.run(sql, ContactColumns.arguments(keys) + others)
    }

    private func writeCategories(_ new: [String], over old: [String], of number: Int64) throws {
        guard new != old else { return }
        if !old.isEmpty {
            try connection.run("DELETE FROM contact_category WHERE contact = ?", number)
        }
        for name in new {
            let sql = "INSERT OR IGNORE INTO contact_category (name_folded, contact) VALUES (?, ?)"
            try connection.run(sql, FoldedText.key(name), number)
        }
    }
}
