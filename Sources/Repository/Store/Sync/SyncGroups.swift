import Primitives

/// A group that has its own card on the other side.
package struct SyncGroup: Hashable, Sendable {
    package var number: Int64
    /// The local name.
    package var name: String
    /// Whether its card was removed there because the group was deleted here; it is restored with the group.
    package var isDormant = false

    /// A key shared by all names of the same group: case and accents don't distinguish groups.
    package var key: String { FoldedText.key(name) }
}

package struct SyncMember: Hashable, Sendable {
    /// A local change that isn't in the card yet.
    package enum Pending: Int64, Sendable {
        case removal = -1
        case none = 0
        case addition = 1
    }

    package var item: Int64
    /// The UID, normalized for comparison.
    package var uid: String
    /// The contact that is in the group because of this membership; `nil` while it isn't in the store.
    package var contact: ContactID?
    /// The change that isn't in the card yet.
    package var pending = Pending.none

    package init(item: Int64, uid: String, contact: ContactID?, pending: Pending = .none) {
        self.item = item
        self.uid = uid
        self.contact = contact
        self.pending = pending
    }

    /// Normalizes a UID for comparison: without `urn:uuid:`, and in lowercase if it is a UUID.
    package static func key(_ uid: String) -> String {
        let bare = uid.withoutURN ?? uid
        return UUID(uuidString: bare) == nil ? bare : bare.lowercased()
    }
}

// Groups with their own cards. In the store, a group exists only as a category of its contacts.
extension SyncTransaction {
    /// Returns all groups with their own cards; those whose cards exist come first.
    package func groups() throws -> [SyncGroup] {
        let sql = """
            SELECT number, group_name, href IS NULL FROM sync_item WHERE group_name IS NOT NULL ORDER BY href IS NULL, number
            """
        return try connection.rows(sql) { row in
            SyncGroup(number: row.integer(0), name: row.text(1) ?? "", isDormant: row.integer(2) != 0)
        }
    }

    /// Returns the names of the groups whose cards exist and aren't being removed.
    static func groupsWithCards(_ connection: SQLiteConnection) throws -> [String] {
        let sql = """
            SELECT group_name FROM sync_item WHERE group_name IS NOT NULL AND href IS NOT NULL AND intent IS NOT 'remove'
            ORDER BY number
            """
        return try connection.rows(sql) { row in row.text(0) ?? "" }
    }

    /// Marks a group without contacts as deleted, so that the next pass removes its card, and returns whether there is
    /// such a group.
    func deleteEmptyGroup(_ name: String) throws -> Bool {
        let key = FoldedText.key(name)
        let sql = """
            SELECT 1 FROM contact_category g JOIN contact c ON c.number = g.contact
            WHERE g.name_folded = ? AND c.deleted_at IS NULL LIMIT 1
            """
        let isUsed = try connection.exists(sql, key)
        guard !isUsed, let group = try groups().first(where: { !$0.isDormant && $0.key == key }),
            var item = try groupItem(group.number), item.intent != .remove
        else { return false }
        item.intent = .remove
        try save(item)
        return true
    }

    /// Records the new name of a group, which its card is to get.
    ///
    /// Later, the contacts alone can't distinguish a renamed group from an abandoned one, because some of them may have
    /// left it by then. A group that is merged into one with a card isn't renamed, and its card is removed. When a step
    /// is undone (`isReverted`), a group whose card was removed is restored with it.
    func renameGroup(_ name: String, to newName: String, isReverted: Bool = false) throws {
        let (old, new) = (FoldedText.key(name), FoldedText.key(newName))
        let groups = try groups()
        guard old == new || !groups.contains(where: { $0.key == new && (!$0.isDormant || isReverted) }) else { return }
        let renamed = groups.filter { $0.key == old }
        for group in renamed where !group.isDormant || renamed[0].isDormant {
            // The card of another group with this name has members that remain in that group.
            guard var item = try groupItem(group.number), try old == new || !keepsContacts(group, without: new) else {
                continue
            }
            if !group.isDormant { try forgetResting(named: newName, for: group.number) }
            item.group = newName
            try save(item)
        }
    }

    private func keepsContacts(_ group: SyncGroup, without other: String) throws -> Bool {
        for member in try members(of: group.number) {
            guard let id = member.contact, let contact = try contact(id) else { continue }
            let keys = contact.categories.map(FoldedText.key)
            if keys.contains(group.key), !keys.contains(other) { return true }
        }
        return false
    }

    /// Renames the cards of the group that an undone or redone step renames.
    func renameGroup(of step: HistoryStep) throws {
        // A contact may already have been in the new group before.
        let sides = try store.changes(of: step, limit: 100).lazy.map { change in
            let (before, after) = (change.before?.categories ?? [], change.after?.categories ?? [])
            return (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
        }
        guard let (old, new) = sides.first(where: { $0.count == 1 && $1.count == 1 }) else { return }
        if step.isUndone {
            try renameGroup(new[0], to: old[0], isReverted: true)
        } else {
            try renameGroup(old[0], to: new[0])
        }
    }

    package func groupItem(uid: String) throws -> SyncItem? {
        try items("uid = ? AND group_name IS NOT NULL ORDER BY number", uid).first
    }

    package func groupItem(_ number: Int64) throws -> SyncItem? {
        try items("number = ? AND group_name IS NOT NULL", number).first
    }

    /// Returns the items of the groups whose cards don't reflect the local state yet.
    package func pendingGroups() throws -> [SyncItem] {
        let condition = """
            group_name IS NOT NULL AND href IS NOT NULL AND apart IS NULL AND base IS NOT NULL AND etag IS NOT NULL
            AND intent IS NOT 'create' AND intent IS NOT 'update' AND (group_name IS NOT name OR intent = 'remove'
                OR EXISTS (SELECT 1 FROM sync_member m WHERE m.item = sync_item.number AND m.pending <> 0))
            ORDER BY number
            """
        return try items(condition)
    }

    /// Returns the items of groups that have contacts again, but whose cards were removed when the groups were deleted.
    package func returningGroups() throws -> [SyncItem] {
        let condition = """
            group_name IS NOT NULL AND href IS NULL AND base IS NOT NULL
            AND EXISTS (SELECT 1 FROM sync_member m WHERE m.item = sync_item.number AND m.pending = 1) ORDER BY number
            """
        return try items(condition)
    }

    /// Returns whether the contact left a group because it was deleted here, or renamed to an existing one.
    ///
    /// The last step that removed the contact from the group decides, regardless of its time, because a redone step
    /// keeps its time.
    package func leftDeletedGroup(_ id: ContactID, named name: String) throws -> Bool {
        let key = FoldedText.key(name)
        let sql = """
            SELECT e.before, j.title FROM journal_entry e JOIN journal j ON j.step = e.step
            WHERE e.contact = ? AND j.undone = 0 ORDER BY e.number DESC
            """
        return try connection.withStatement(sql, [id.rawValue]) { row in
            while try row.step() {
                guard let json = row.text(0), let before = try? JournalRecord(json: json),
                    before.categories.contains(where: { FoldedText.key($0) == key })
                else { continue }
                return [HistoryStep.groupDeletion, HistoryStep.groupRenaming].contains(row.text(1) ?? "")
            }
            return false
        }
    }

    /// Makes a group whose card is gone dormant, to be restored with its first contact, and forgets its members.
    ///
    /// Contacts that joined it since are marked as changed: they restore the card, or go into another with that name.
    package func rest(_ group: SyncItem) throws {
        for member in try members(of: group.number) where member.pending == .addition {
            if let id = member.contact { try touch(id) }
        }
        var item = group
        (item.href, item.etag, item.replaced, item.intent, item.wanted, item.apart) = (nil, nil, nil, nil, nil, nil)
        try save(item)
        try connection.execute("DELETE FROM sync_member WHERE item = \(item.number)")
    }

    /// Forgets the dormant groups with this name: another card has the name now, and gets the contacts.
    package func forgetResting(named name: String, for number: Int64) throws {
        let key = FoldedText.key(name)
        for group in try groups() where group.isDormant && group.key == key {
            let known = Set(try members(of: number).map(\.uid))
            for var member in try members(of: group.number) where !known.contains(member.uid) {
                member.item = number
                try save(member)
            }
            if let item = try groupItem(group.number) { try drop(item) }
        }
    }

    /// Marks a group to be written again with its present members, because its written card doesn't exist.
    package func returnLater(_ group: SyncItem) throws {
        var item = group
        (item.href, item.etag, item.intent, item.wanted) = (nil, nil, nil, nil)
        try save(item)
        for var member in try members(of: item.number) where member.contact != nil && member.pending == .none {
            member.pending = .addition
            try save(member)
        }
    }

    package func members(of number: Int64) throws -> [SyncMember] {
        try members("item = ? ORDER BY uid", number)
    }

    /// Returns the group memberships of the contact or the UID.
    package func memberships(of id: ContactID?, uid: String) throws -> [SyncMember] {
        // Two statements in one, so that each uses its index.
        try members(
            "contact = ?1 UNION SELECT item, uid, contact, pending FROM sync_member WHERE uid = ?2 ORDER BY item, uid",
            id?.rawValue,
            SyncMember.key(uid)
        )
    }

    private func members(_ condition: String, _ arguments: (any SQLiteArgument)?...) throws -> [SyncMember] {
        let sql = "SELECT item, uid, contact, pending FROM sync_member WHERE \(condition)"
        return try connection.rows(sql, arguments) { row in
            SyncMember(
                item: row.integer(0),
                uid: row.text(1) ?? "",
                contact: row.text(2).map(ContactID.init(rawValue:)),
                pending: SyncMember.Pending(rawValue: row.integer(3)) ?? .none
            )
        }
    }

    package func save(_ member: SyncMember) throws {
        let sql = "INSERT OR REPLACE INTO sync_member (item, uid, contact, pending) VALUES (?, ?, ?, ?)"
        try connection.run(sql, member.item, member.uid, member.contact?.rawValue, member.pending.rawValue)
    }

    package func drop(_ member: SyncMember) throws {
        try connection.run("DELETE FROM sync_member WHERE item = ? AND uid = ?", member.item, member.uid)
    }

    /// Records that a group member is no longer in the store; the groups' cards still list it.
    package func leaveGroups(_ id: ContactID) throws {
        for var member in try members("contact = ?", id.rawValue) {
            if member.pending == .addition {
                try drop(member)
            } else {
                member.contact = nil
                try save(member)
            }
        }
    }

    /// Returns the contact that a group member refers to, if it is in the store.
    package func member(_ uid: String) throws -> ContactID? {
        let key = SyncMember.key(uid)
        let prefix = "urn:uuid:"
        for name in Set([uid, key, prefix + key, key.uppercased(), prefix + key.uppercased()]) {
            if let id = try item(uid: name)?.contact, try contact(id) != nil { return id }
        }
        guard let found = try ContactImport.member(uid, in: store), !found.record.isRemoved else { return nil }
        return found.base.id
    }

    /// Marks the contact as changed here.
    package func touch(_ id: ContactID) throws {
        try connection.run("INSERT OR IGNORE INTO sync_dirty (contact) VALUES (?)", id.rawValue)
    }
}
