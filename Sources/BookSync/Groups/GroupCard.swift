import Repository
import VCard

/// A card of a group: `KIND:group`, or Apple's property for it in version 3.0.
struct GroupCard {
    let name: String
    /// The UIDs of the members, as written in the card.
    let members: [String]
    private let card: ParsedCard

    /// Creates a group; `nil` for the card of a person.
    init?(_ card: ParsedCard) {
        // Most cards have no lines without a field.
        guard !card.contact.lines.isEmpty, card.contact.kind == "group" else { return nil }
        self.card = card
        name = card.contact.displayName
        members = card.contact.members.filter { !$0.isEmpty }
    }

    /// Whether it has the same name and members as another card.
    func says(_ other: GroupCard) -> Bool {
        name == other.name && Set(members.map(SyncMember.key)) == Set(other.members.map(SyncMember.key))
    }

    /// Returns the bytes of the card with other members and another name; all other lines stay as they are.
    ///
    /// - Parameters:
    ///   - added: The UIDs of new members.
    ///   - removed: The keys of members to remove.
    ///   - newName: The new name of the group.
    ///   - edit: The edit, with its time.
    /// - Returns: The bytes; the same ones if nothing changes.
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
        // The form that the card already uses, or else the one that both standards require.
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
