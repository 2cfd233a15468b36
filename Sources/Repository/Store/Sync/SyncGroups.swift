import Primitives

/// A group that has a card of its own on the other side.
package struct SyncGroup: Hashable, Sendable {
    package var number: Int64
    /// What it is called here.
    package var name: String
    /// Whether its card was removed there because the group was deleted here; it comes back with the group.
    package var isDormant = false

    /// What names of the same group have in common: case and accents do not distinguish groups.
    package var key: String { FoldedText.key(name) }
}

package struct SyncMember: Hashable, Sendable {
    /// What was decided here and is not in the card yet.
    package enum Pending: Int64, Sendable {
        case removal = -1
        case none = 0
        case addition = 1
    }

    package var item: Int64
    /// The UID, in the form in which UIDs are compared.
    package var uid: String
    /// The contact that is in the group because of this; `nil` while it is not here.
    package var contact: ContactID?
    /// What the card does not say yet.
    package var pending = Pending.none

    package init(item: Int64, uid: String, contact: ContactID?, pending: Pending = .none) {
        self.item = item
        self.uid = uid
        self.contact = contact
        self.pending = pending
    }

    /// The form in which UIDs are compared: without `urn:uuid:`, and a UUID in lower case.
    package static func key(_ uid: String) -> String {
        let bare = uid.withoutURN ?? uid
        return UUID(uuidString: bare) == nil ? bare : bare.lowercased()
    }
}

// Groups with cards of their own. Here a group is what the contacts in it say.
extension SyncTransaction {
    /// All groups with cards of their own, those whose cards are there first.
    package func groups() throws -> [SyncGroup] {
        let sql = """
            SELECT number, group_name, href IS NULL FROM sync_item WHERE group_name IS NOT NULL ORDER BY href IS NULL, number
            """
        return try connection.rows(sql) { row in
            SyncGroup(number: row.integer(0), name: row.text(1) ?? "", isDormant: row.integer(2) != 0)
        }
    }

    /// The names of the groups whose cards are there, and stay there.
    static func groupsWithCards(_ connection: SQLiteConnection) throws -> [String] {
        let sql = """
            SELECT group_name FROM sync_item WHERE group_name IS NOT NULL AND href IS NOT NULL AND intent IS NOT 'remove'
            ORDER BY number
            """
        return try connection.rows(sql) { row in row.text(0) ?? "" }
    }

    /// Notes that a group without contacts is deleted here, so that the next pass removes its card, and returns
    /// whether there is such a group.
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

    /// Gives the card of a group the name that the group has from now on.
    ///
    /// What the contacts say later does not tell a renamed group from one that all left: some of them may have left it by
    /// then. A group that is joined with one that has a card keeps its name, and its card is removed. When a step is
    /// undone (`isReverted`), a group whose card was removed comes back with it.
    func renameGroup(_ name: String, to newName: String, isReverted: Bool = false) throws {
        let (old, new) = (FoldedText.key(name), FoldedText.key(newName))
        let groups = try groups()
        guard old == new || !groups.contains(where: { $0.key == new && (!$0.isDormant || isReverted) }) else { return }
        let renamed = groups.filter { $0.key == old }
        for group in renamed where !group.isDormant || renamed[0].isDormant {
            // The card of another group of the name has members that stay in that.
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
        // A contact may have had the new name before.
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

    /// The items of the groups whose cards do not say yet what is here.
    package func pendingGroups() throws -> [SyncItem] {
        let condition = """
            group_name IS NOT NULL AND href IS NOT NULL AND apart IS NULL AND base IS NOT NULL AND etag IS NOT NULL
            AND intent IS NOT 'create' AND intent IS NOT 'update' AND (group_name IS NOT name OR intent = 'remove'
                OR EXISTS (SELECT 1 FROM sync_member m WHERE m.item = sync_item.number AND m.pending <> 0))
            ORDER BY number
            """
        return try items(condition)
    }

    /// The items of the groups that have contacts again, whose cards were removed because the groups were deleted here.
    package func returningGroups() throws -> [SyncItem] {
        let condition = """
            group_name IS NOT NULL AND href IS NULL AND base IS NOT NULL
            AND EXISTS (SELECT 1 FROM sync_member m WHERE m.item = sync_item.number AND m.pending = 1) ORDER BY number
            """
        return try items(condition)
    }

    /// Whether the contact left a group here because that was deleted, or renamed to one that there was already.
    ///
    /// The last step that took the contact out of the group decides, whenever it was made: a step that is redone keeps its
    /// time.
    package func leftDeletedGroup(_ id: ContactID, named name: String) throws -> Bool {
        let key = FoldedText.key(name)
        let deletions = """
            SELECT e.number, e.before FROM journal j CROSS JOIN journal_entry e ON e.step = j.step
            WHERE e.contact = ? AND j.undone = 0 AND j.title IN (?, ?) ORDER BY e.number DESC
            """
        let arguments = [id.rawValue, HistoryStep.groupDeletion, HistoryStep.groupRenaming]
        let deletion: Int64? = try connection.withStatement(deletions, arguments) { row in
            while try row.step() {
                if Self.isGroup(key, in: row.text(1)) { return row.integer(0) }
            }
            return nil
        }
        guard let deletion else { return false }
        let later = """
            SELECT e.before FROM journal_entry e JOIN journal j ON j.step = e.step
            WHERE e.number > ? AND e.contact = ? AND j.undone = 0
            """
        return try !connection.rows(later, [deletion, id.rawValue]) { Self.isGroup(key, in: $0.text(0)) }.contains(true)
    }

    /// Whether an entry of the history took the contact out of the group, or the whole contact away.
    private static func isGroup(_ key: String, in record: String?) -> Bool {
        guard let record, let side = try? JournalRecord(json: record) else { return false }
        return side.categories.contains { FoldedText.key($0) == key }
    }

    /// Keeps a group whose card is gone as one that comes back with its first contact, and forgets its members.
    ///
    /// A contact that joined the group since is looked at again: it brings the card back, or goes into another card of that name.
    package func rest(_ group: SyncItem) throws {
        for member in try members(of: group.number) where member.pending == .addition {
            if let id = member.contact { try touch(id) }
        }
        var item = group
        (item.href, item.etag, item.replaced, item.intent, item.wanted, item.apart) = (nil, nil, nil, nil, nil, nil)
        try save(item)
        try connection.execute("DELETE FROM sync_member WHERE item = \(item.number)")
    }

    /// Forgets the groups of the name that rest: another card has the name now, and gets the contacts.
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

    /// Keeps a group whose card was written and isn't there as one whose card is written again, with its present members.
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

    /// The places in groups that belong to the contact or to the UID.
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

    /// Notes that a member of groups is not here any more; their cards go on naming it.
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

    /// The contact that a member of a group names, if it is here.
    package func member(_ uid: String) throws -> ContactID? {
        let key = SyncMember.key(uid)
        let prefix = "urn:uuid:"
        for name in Set([uid, key, prefix + key, key.uppercased(), prefix + key.uppercased()]) {
            if let id = try item(uid: name)?.contact, try contact(id) != nil { return id }
        }
        guard let found = try ContactImport.member(uid, in: store), !found.record.isRemoved else { return nil }
        return found.base.id
    }

    /// Takes the contact for one that was changed here.
    package func touch(_ id: ContactID) throws {
        try connection.run("INSERT OR IGNORE INTO sync_dirty (contact) VALUES (?)", id.rawValue)
    }
}
