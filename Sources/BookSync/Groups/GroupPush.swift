import Primitives
import Repository
import VCard

// Sending group cards.
extension PushBatch {
    /// Determines the requests that groups need: updates for cards that lack local changes, removals for groups that
    /// were deleted locally, and creations for groups that came back.
    ///
    /// Only records that a group was deleted: other changes stay pending until the card is read or written, and a card
    /// that already has them needs no request.
    func prepareGroups() throws -> [PushTask] {
        try tx.pendingGroups().compactMap(changedGroup) + tx.returningGroups().compactMap(returningGroup)
    }

    /// Returns the task for an existing card; `nil` if the card can't be parsed.
    private func changedGroup(_ old: SyncItem) throws -> PushTask? {
        guard let name = old.group, let group = old.card.flatMap(GroupCard.init) else { return nil }
        var item = old
        let all = try tx.members(of: item.number)
        item.intent = try isDeleted(item, named: name, all) ? .remove : nil
        if item.intent != old.intent { try tx.save(item) }
        let members = all.filter { $0.pending != .none }
        var request: CardRequest? = .remove
        if item.intent == nil {
            let removed = Set(members.filter { $0.pending == .removal }.map(\.uid))
            let bytes = group.edited(adding: try added(members), removing: removed, name: name, by: edit)
            request = bytes == item.base ? nil : .update(bytes)
        }
        return PushTask(request: request, item: item, name: name, members: members)
    }

    /// Returns the task that restores the removed card of a group that came back, with the current members.
    private func returningGroup(_ item: SyncItem) throws -> PushTask? {
        guard let name = item.group, let group = item.card.flatMap(GroupCard.init) else { return nil }
        let members = try tx.members(of: item.number).filter { $0.pending == .addition }
        let present = Set(members.map(\.uid))
        // Members that aren't local contacts stay in the card.
        let removed = try group.members.filter { try !present.contains(SyncMember.key($0)) && tx.member($0) != nil }
        let bytes = group.edited(
            adding: try added(members),
            removing: Set(removed.map(SyncMember.key)),
            name: name,
            by: edit
        )
        let request = CardRequest.create(bytes, uid: SyncMember.key(item.uid ?? ""))
        return PushTask(request: request, item: item, name: name, members: members)
    }

    /// Returns the UIDs of contacts that joined the group, as written in their cards.
    private func added(_ members: [SyncMember]) throws -> [String] {
        try members.filter { $0.pending == .addition }.map { member in
            try member.contact.flatMap { try tx.item(contact: $0)?.uid } ?? member.uid
        }
    }

    /// Whether the group was deleted locally: all contacts left it, but not one by one.
    private func isDeleted(_ item: SyncItem, named name: String, _ members: [SyncMember]) throws -> Bool {
        let here = members.filter { $0.contact != nil }
        guard here.allSatisfy({ $0.pending == .removal }) else { return false }
        if item.intent == .remove { return true }
        return try here.contains { member in
            try member.contact.map { try tx.leftDeletedGroup($0, named: name) } ?? false
        }
    }

    /// Records that a group's card now contains the changes that were pending.
    func writtenGroup(_ old: SyncItem, _ task: PushTask) throws {
        var item = old
        item.name = task.name
        try tx.save(item)
        let now = try tx.members(of: item.number)
        if task.isCreation {
            // The members of the recreated card that aren't local contacts.
            let known = Set(now.map(\.uid))
            for uid in item.card.flatMap(GroupCard.init)?.members ?? [] where !known.contains(SyncMember.key(uid)) {
                try tx.save(SyncMember(item: item.number, uid: SyncMember.key(uid), contact: nil))
            }
        }
        for var member in task.members {
            switch (member.pending, now.first { $0.uid == member.uid }) {
            case (.removal, let present?) where present == member: try tx.drop(member)
            case (.addition, let present?) where present == member:
                member.pending = .none
                try tx.save(member)
            case (.removal, let present?):
                // The contact has joined again in the meantime.
                member = present
                member.pending = .addition
                try tx.save(member)
            case (.addition, nil):
                // The contact has left again in the meantime.
                member.pending = .removal
                try tx.save(member)
            default: break
            }
        }
    }
}

/// A group's card: `KIND:group`, or the Apple property for it in version 3.0.
struct GroupCard {
    let name: String
    /// The UIDs of the members, as written in the card.
    let members: [String]
    private let card: ParsedCard

    /// Creates a group from its card; `nil` for a person's card.
    init?(_ card: ParsedCard) {
        // Most cards consist only of lines that have a field.
        guard !card.contact.lines.isEmpty, card.contact.kind == "group" else { return nil }
        self.card = card
        name = card.contact.displayName
        members = card.contact.members.filter { !$0.isEmpty }
    }

    /// Whether both cards have the same name and members.
    func says(_ other: GroupCard) -> Bool {
        name == other.name && Set(members.map(SyncMember.key)) == Set(other.members.map(SyncMember.key))
    }

    /// Returns the card's bytes with the given UIDs added, the members with the given keys removed, and the new name;
    /// all other lines stay the same.
    func edited(
        adding added: [String],
        removing removed: Set<String>,
        name newName: String,
        by edit: CardEdit
    ) -> [UInt8] {
        let present = Set(members.map(SyncMember.key))
        let missing = added.filter { !present.contains(SyncMember.key($0)) }
        guard !missing.isEmpty || !present.isDisjoint(with: removed) || newName != name else { return card.bytes }
        let version = VCardVersion(rawValue: card.version) ?? .v3
        var raw = RawCard(card.bytes, version: version)
        let old = raw.lines.filter { Self.isMember($0) }
        raw.remove { Self.isMember($0) && removed.contains(SyncMember.key($0.value)) }
        let property =
            old.first?.name ?? (raw.lines.contains { $0.name == Self.appleKind } ? Self.appleMember : "MEMBER")
        // Use the form that the card already uses, or else the one that both standards require.
        let isBare = !old.isEmpty && old.allSatisfy { !$0.value.contains(":") }
        for uid in missing { raw.insert(VCardLine(property, value: isBare ? uid : Self.address(uid))) }
        if newName != name { rename(&raw, newName) }
        for stamp in edit.stamps(version) { raw.set(stamp) }
        return raw.bytes
    }

    private func rename(_ raw: inout RawCard, _ newName: String) {
        let text = VCardText.escaped(newName)
        raw.set(VCardLine("FN", value: text))
        let old = raw.lines.first { $0.name == "N" }?.value
        guard let old, old.split(separator: ";").map({ VCardText.unescaped(String($0)) }).contains(name) else { return }
        raw.set(VCardLine("N", value: text + ";;;;"))
    }

    private static let appleKind = "X-ADDRESSBOOKSERVER-KIND"
    private static let appleMember = "X-ADDRESSBOOKSERVER-MEMBER"

    private static func isMember(_ line: VCardLine) -> Bool { line.name == "MEMBER" || line.name == appleMember }

    /// Returns the UID as a URI.
    private static func address(_ uid: String) -> String { uid.contains(":") ? uid : "urn:uuid:" + uid }
}
