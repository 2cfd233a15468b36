import Primitives

/// The limit for removals by synchronizing within a day: a third of the book, or ten contacts if that is more.
package struct RemovalLimit: Sendable {
    /// A day in milliseconds.
    static let day: Int64 = 86_400_000

    /// The number of contacts in the book, including those removed within the day.
    package var book: Int

    package init(book: Int) {
        self.book = book
    }

    package func isExceeded(by removed: Int) -> Bool { removed > 10 && removed * 3 > book }

    /// A contact wasn't removed, because the limit was reached.
    package struct Reached: Error {
        /// The number of removals that would include it.
        package var removed: Int
    }
}

/// The contacts and the ledger within one transaction.
package struct SyncTransaction {
    let store: LocalStore

    var connection: SQLiteConnection { store.connection }

    private static let columns =
        "number, contact, uid, href, etag, intent, apart, name, base, local_base, wanted, group_name, replaced"

    /// Returns the other side; `nil` before the first pass.
    package func partner() throws -> SyncPartner? {
        try connection.first("SELECT identity, token, change_tag, finished_at FROM sync_partner") { row in
            var partner = SyncPartner(identity: row.text(0) ?? "")
            partner.token = row.text(1)
            partner.changeTag = row.text(2)
            partner.date = row.isNull(3) ? nil : Date(milliseconds: row.integer(3))
            return partner
        }
    }

    package func save(_ partner: SyncPartner) throws {
        let sql = """
            INSERT OR REPLACE INTO sync_partner (number, identity, token, change_tag, finished_at) VALUES (1, ?, ?, ?, ?)
            """
        try connection.run(sql, partner.identity, partner.token, partner.changeTag, partner.date?.milliseconds)
    }

    /// Continues with the same source at another address: everything known about its cards is kept, and all of them are
    /// listed again.
    package func move(to identity: String) throws {
        guard var partner = try partner() else { return }
        (partner.identity, partner.token, partner.changeTag) = (identity, nil, nil)
        try save(partner)
    }

    /// Forgets the previous other side, and marks all contacts as changed.
    package func begin(with identity: String) throws {
        try connection.execute("DELETE FROM sync_item; DELETE FROM sync_member")
        try save(SyncPartner(identity: identity))
        try connection.execute("INSERT OR IGNORE INTO sync_dirty SELECT id FROM contact WHERE deleted_at IS NULL")
    }

    /// Returns the places of all items that exist on the other side, by name.
    package func places() throws -> [CardKey: SyncPlace] {
        var places: [CardKey: SyncPlace] = [:]
        try connection.forEach(Self.placeQuery + "href IS NOT NULL") { places[$0.text(4) ?? ""] = Self.place($0) }
        return places
    }

    private static let placeQuery =
        "SELECT number, etag, intent IS NOT NULL, replaced IS NOT NULL, href FROM sync_item WHERE "

    private static func place(_ row: SQLiteStatement) -> SyncPlace {
        SyncPlace(
            number: row.integer(0),
            etag: row.text(1),
            hasIntent: row.integer(2) != 0,
            hasReplaced: row.integer(3) != 0
        )
    }

    package func place(of href: String) throws -> SyncPlace? {
        try connection.first(Self.placeQuery + "href = ?", href, read: Self.place)
    }

    /// Records that a listing contains the version of our last write.
    package func forgetReplaced(_ place: SyncPlace) throws {
        try connection.execute("UPDATE sync_item SET replaced = NULL WHERE number = \(place.number)")
    }

    /// Returns the number of contacts in the ledger.
    package func itemCount() throws -> Int {
        Int(try connection.integer("SELECT count(*) FROM sync_item WHERE contact IS NOT NULL AND href IS NOT NULL"))
    }

    /// Returns whether a contact is removed here if this card disappears; not if the card was never seen there.
    package func hasContact(at href: String) throws -> Bool {
        let sql = """
            SELECT 1 FROM sync_item i JOIN contact c ON c.id = i.contact AND c.deleted_at IS NULL
            WHERE i.href = ? AND i.intent IS NOT 'create' AND i.intent IS NOT 'update'
            """
        return try connection.exists(sql, href)
    }

    /// Returns the names of the items that weren't read or written completely, or whose duplicate UID is now unique.
    package func unfinished() throws -> [String] {
        let sql = """
            SELECT href FROM sync_item d WHERE href IS NOT NULL AND (intent IS NOT NULL OR etag IS NULL
                OR (apart IS NOT NULL AND contact IS NULL AND uid IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM sync_item o WHERE \(Self.hasUIDOfDuplicate))))
            ORDER BY number
            """
        return try connection.rows(sql) { row in row.text(0) ?? "" }
    }

    /// Whether the item `o` has the UID because of which `d` is set aside.
    private static let hasUIDOfDuplicate =
        "o.uid = d.uid AND o.number <> d.number AND (o.apart IS NULL OR o.contact IS NOT NULL)"

    /// Returns the names of the items set aside because of their UID, each with the name of the item that has it.
    package func duplicates() throws -> [(href: String, original: String)] {
        let sql = """
            SELECT d.href, o.href FROM sync_item d JOIN sync_item o ON \(Self.hasUIDOfDuplicate)
            WHERE d.apart IS NOT NULL AND d.contact IS NULL AND d.uid IS NOT NULL AND d.href IS NOT NULL
            AND o.href IS NOT NULL ORDER BY d.number
            """
        return try connection.rows(sql) { row in (row.text(0) ?? "", row.text(1) ?? "") }
    }

    /// Returns the items of contacts whose card has no UID and last consisted of exactly these bytes.
    package func items(withoutUID card: [UInt8]) throws -> [SyncItem] {
        try items("uid IS NULL AND contact IS NOT NULL AND href IS NOT NULL AND base = ?", card)
    }

    /// Returns the items of existing cards: names and UIDs, and the card if it has no UID.
    package func knownCards() throws -> [SyncItem] {
        let sql = """
            SELECT href, uid, CASE WHEN uid IS NULL THEN base END FROM sync_item
            WHERE href IS NOT NULL AND apart IS NULL AND (uid IS NOT NULL OR base IS NOT NULL)
            """
        return try connection.rows(sql) { row in
            var item = SyncItem()
            (item.href, item.uid, item.base) = (row.text(0), row.text(1), row.blob(2))
            return item
        }
    }

    package func itemsApart() throws -> [SyncItem] { try items("apart IS NOT NULL ORDER BY href") }

    package func item(href: String) throws -> SyncItem? {
        try items("href = ?", href).first
    }

    package func item(contact: ContactID) throws -> SyncItem? {
        try items("contact = ?", contact.rawValue).first
    }

    /// Returns the item of a contact with this UID.
    package func item(uid: String) throws -> SyncItem? {
        try items("uid = ? AND contact IS NOT NULL ORDER BY number", uid).first
    }

    func items(_ condition: String, _ arguments: (any SQLiteArgument)?...) throws -> [SyncItem] {
        try connection.rows("SELECT \(Self.columns) FROM sync_item WHERE \(condition)", arguments) { row in
            var item = SyncItem()
            item.number = row.integer(0)
            item.contact = row.text(1).map(ContactID.init(rawValue:))
            item.uid = row.text(2)
            item.href = row.text(3)
            item.etag = row.text(4)
            item.intent = row.text(5).flatMap(SyncIntent.init(rawValue:))
            item.apart = row.text(6)
            item.name = row.text(7)
            item.base = row.blob(8)
            item.localBase = row.blob(9)
            item.wanted = row.blob(10)
            item.group = row.text(11)
            item.replaced = row.text(12)
            return item
        }
    }

    package func save(_ item: SyncItem) throws {
        let values: [(any SQLiteArgument)?] = [
            item.number == 0 ? nil : item.number, item.contact?.rawValue, item.uid, item.href, item.etag,
            item.intent?.rawValue, item.apart, item.name, item.base, item.localBase, item.wanted, item.group,
            item.replaced,
        ]
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        try connection.run("INSERT OR REPLACE INTO sync_item (\(Self.columns)) VALUES (\(marks))", values)
    }

    package func drop(_ item: SyncItem) throws {
        try connection.run("DELETE FROM sync_item WHERE number = ?", item.number)
        if item.group != nil { try connection.execute("DELETE FROM sync_member WHERE item = \(item.number)") }
    }

    /// Returns some contacts that were changed here, ordered by identifier.
    package func changed(after last: ContactID?, limit: Int) throws -> [ContactID] {
        let sql = "SELECT contact FROM sync_dirty WHERE contact > ? ORDER BY contact LIMIT ?"
        return try connection.rows(sql, [last?.rawValue ?? "", limit]) { row in
            ContactID(rawValue: row.text(0) ?? "")
        }
    }

    /// Returns the card names of contacts in the ledger that are no longer in the store.
    package func removedHere() throws -> [CardKey] {
        let sql = """
            SELECT i.href FROM sync_dirty d JOIN sync_item i ON i.contact = d.contact
            WHERE i.href IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM contact c WHERE c.id = d.contact AND c.deleted_at IS NULL)
            """
        return try connection.rows(sql) { row in CardKey(row.text(0) ?? "") }
    }

    package func isChanged(_ id: ContactID) throws -> Bool {
        try connection.exists("SELECT 1 FROM sync_dirty WHERE contact = ?", id.rawValue)
    }

    /// Marks the current state of the contact as recorded in the ledger.
    package func settle(_ id: ContactID) throws {
        try connection.run("DELETE FROM sync_dirty WHERE contact = ?", id.rawValue)
    }

    package func keep(_ loser: SyncLoser) throws {
        let sql = "INSERT INTO sync_loser (at, contact, name, card) VALUES (?, ?, ?, ?)"
        try connection.run(sql, store.time, loser.contact.rawValue, loser.name, loser.card)
        try connection.execute(
            "DELETE FROM sync_loser WHERE number <= (SELECT max(number) FROM sync_loser) - 1000"
        )
    }
}

// Cards whose state on the other side isn't what was written.
extension SyncTransaction {
    /// Remembers that we removed a card: while listings still have this version, it isn't a new card.
    package func bury(_ item: SyncItem) throws {
        guard let href = item.href, let etag = item.etag else { return }
        var removed = SyncItem()
        (removed.href, removed.etag, removed.intent, removed.name) = (href, etag, .remove, item.group ?? item.name)
        try save(removed)
    }

    /// Returns the cards that we removed and that exist again, or still.
    package func returnedCards() throws -> [SyncItem] {
        try items("intent = 'remove' AND replaced IS NOT NULL AND contact IS NULL AND group_name IS NULL")
    }

    /// Detaches an item from its card name, because another card has that name now.
    package func displace(_ item: SyncItem) throws {
        guard item.group == nil else { return try rest(item) }
        guard let id = item.contact else { return try drop(item) }
        try unplace(item)
        try touch(id)
    }

    /// Detaches an item from the other side, so that its card is created there again.
    package func unplace(_ item: SyncItem) throws {
        var item = item
        (item.href, item.etag, item.replaced, item.base, item.localBase) = (nil, nil, nil, nil, nil)
        (item.intent, item.wanted, item.apart) = (nil, nil, nil)
        try save(item)
    }

    /// Returns whether a contact, a group or the removal of a card is waiting to be sent.
    package func isWaiting(_ contact: ContactID?, href: String?, group: String) throws -> Bool {
        if let contact { return try isChanged(contact) || item(contact: contact)?.intent != nil }
        if let href, let item = try item(href: href), item.isRemovedCard { return true }
        let condition = """
            group_name = ? AND base IS NOT NULL AND (group_name IS NOT name OR intent IS NOT NULL
                OR EXISTS (SELECT 1 FROM sync_member m WHERE m.item = sync_item.number AND m.pending <> 0))
            """
        return try !items(condition, group).isEmpty
    }
}

// The contacts.
extension SyncTransaction {
    package func prepareForMany() throws { try store.index.prepareForMany() }

    /// Returns the contact, unless it was removed.
    package func contact(_ id: ContactID) throws -> Contact? {
        guard let stored = try store.readable(id), !stored.record.isRemoved else { return nil }
        return stored.shown
    }

    /// Returns the contact with the UID that no item of the ledger has.
    package func freeContact(uid: String) throws -> Contact? {
        var ids = [ContactImport.identifier(madeOf: uid)]
        if let named = try store.identifier(withUID: uid) { ids.insert(named, at: 0) }
        for id in ids {
            guard let contact = try contact(id), contact.uid == uid || contact.uid == nil,
                try item(contact: id) == nil
            else { continue }
            return contact
        }
        return nil
    }

    /// Returns the time of the contact's last change, in milliseconds since 1970.
    package func changeTime(_ id: ContactID) throws -> Int64? {
        try connection.first("SELECT updated_at FROM contact WHERE id = ?", id.rawValue) { row in row.integer(0) }
    }

    /// Returns whether the step can be extended: it is still the last one, and isn't undone.
    package func isLast(_ step: Int64) throws -> Bool {
        try connection.integer("SELECT count(*) FROM journal WHERE step > \(step)") == 0
            && connection.integer("SELECT count(*) FROM journal WHERE step = \(step) AND undone = 0") == 1
    }

    /// Adds the contact under its identifier, if that is free, or else under one derived from its UID or a random one.
    package func insert(_ contact: Contact, _ changes: inout ContactChanges) throws -> ContactID {
        var ids = contact.uid.map { [ContactImport.identifier(madeOf: $0)] } ?? []
        if !contact.id.rawValue.isEmpty { ids.insert(contact.id, at: 0) }
        var id = ContactID.random()
        for wanted in ids {
            guard let stored = try store.stored(wanted) else {
                id = wanted
                break
            }
            guard stored.record.isRemoved, wanted == contact.id else { continue }
            _ = try changes.replace(stored, in: store) { _ in contact }
            return wanted
        }
        try changes.insert(NewContact(contact), as: id, to: store)
        return id
    }

    /// Replaces the contact, which must exist.
    package func replace(_ contact: Contact, _ changes: inout ContactChanges) throws {
        _ = try changes.apply(.replace(contact.id, contact), to: store)
    }

    /// Removes the contact because its card is gone; the only way in which synchronizing removes contacts.
    ///
    /// - Throws: ``RemovalLimit/Reached``, so that the transaction is rolled back; the store's errors.
    package func remove(_ id: ContactID, within limit: RemovalLimit?, _ changes: inout ContactChanges) throws {
        if let limit {
            let removed = try removedOfLate() + 1
            if limit.isExceeded(by: removed) { throw RemovalLimit.Reached(removed: removed) }
            let sql = """
                INSERT INTO sync_removal (at, contacts) VALUES (?, 1) ON CONFLICT (at) DO UPDATE SET contacts = contacts + 1
                """
            try connection.run(sql, store.time)
        }
        _ = try changes.apply(.remove(id), to: store)
    }

    /// Returns the number of contacts that synchronizing removed here within the last day.
    package func removedOfLate() throws -> Int {
        let first = store.time - RemovalLimit.day
        return Int(try connection.integer("SELECT coalesce(sum(contacts), 0) FROM sync_removal WHERE at > \(first)"))
    }

    /// Forgets the removals before the last day, or all of them.
    package func forgetRemovals(all: Bool) throws {
        let first = all ? Int64.max : store.time - RemovalLimit.day
        try connection.execute("DELETE FROM sync_removal WHERE at <= \(first)")
    }
}
