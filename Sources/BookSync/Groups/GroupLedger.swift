import Repository

/// A contact, divided into its own card and the groups with cards of their own, which its card doesn't name.
struct GroupedContact {
    /// The contact as its card says it.
    let own: Contact
    /// The groups that only other cards name.
    let groups: [String]

    /// Returns the contact in a version of its card, with the groups that other cards name.
    func whole(_ version: Contact) -> Contact {
        guard !groups.isEmpty else { return version }
        var whole = version
        whole.categories = GroupLedger.names(version.categories, with: groups)
        return whole
    }
}

/// The groups with cards of their own, within one transaction.
///
/// Here, a group is a category of its members. The ledger records which card names each member, and which changes here
/// aren't in that card yet.
struct GroupLedger {
    /// The groups that have a card, or get it back with their first contact.
    let groups: [SyncGroup]
    private let keys: Set<String>
    private let names: [Int64: String]

    init(_ tx: SyncTransaction) throws {
        groups = try tx.groups()
        keys = Set(groups.map(\.key))
        names = Dictionary(groups.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
    }

    var isEmpty: Bool { groups.isEmpty }

    /// Whether there is a group with a card of its own and this name.
    func has(_ name: String) -> Bool { keys.contains(FoldedText.key(name)) }

    /// Returns the names, followed by those of the others that aren't among them.
    static func names(_ names: [String], with others: [String]) -> [String] {
        var known = Set(names.map(FoldedText.key))
        return names + others.filter { known.insert(FoldedText.key($0)).inserted }
    }

    /// Divides a contact into the part in its card, and the groups that other cards name.
    ///
    /// - Parameters:
    ///   - contact: The contact as it is here.
    ///   - base: The last version of its card; a group that it names itself stays in it.
    ///   - tx: The transaction.
    /// - Returns: Both parts.
    /// - Throws: The errors of the store.
    func grouped(_ contact: Contact, base: Contact?, _ tx: SyncTransaction) throws -> GroupedContact {
        guard !isEmpty, contact.categories.contains(where: has) else {
            return GroupedContact(own: contact, groups: [])
        }
        let named = Set((base?.categories ?? []).map(FoldedText.key))
        var own = contact
        own.categories.removeAll { has($0) && !named.contains(FoldedText.key($0)) }
        var groups = contact.categories.filter { has($0) }
        if own.categories.contains(where: has) {
            // Named by both cards, or only by its own.
            let members = try tx.memberships(of: contact.id, uid: "").compactMap { names[$0.item] }
            let keys = Set(members.map(FoldedText.key))
            groups.removeAll { named.contains(FoldedText.key($0)) && !keys.contains(FoldedText.key($0)) }
        }
        return GroupedContact(own: own, groups: groups)
    }

    /// Records the groups that the contact joined and left here, if their cards don't say so yet.
    ///
    /// - Parameters:
    ///   - contact: The contact as it is here.
    ///   - uid: Its UID on the other side.
    ///   - base: The last version of its card.
    ///   - tx: The transaction.
    /// - Returns: The groups whose cards named it before it existed here.
    /// - Throws: The errors of the store.
    func note(_ contact: Contact, uid: String, base: Contact?, _ tx: inout SyncTransaction) throws -> [String] {
        guard !isEmpty else { return [] }
        let present = Set(contact.categories.map(FoldedText.key))
        var joined: [String] = []
        var known: Set<String> = []
        for var member in try tx.memberships(of: contact.id, uid: uid) {
            guard let name = names[member.item] else { continue }
            let key = FoldedText.key(name)
            known.insert(key)
            let old = member
            switch (member.contact == contact.id, member.pending, present.contains(key)) {
            case (true, .none, false): member.pending = .removal
            case (true, .removal, true): member.pending = .none
            case (true, .addition, false):
                try tx.drop(member)
                continue
            case (false, .removal, false), (true, _, _): break
            case (false, _, let isPresent):
                member.contact = contact.id
                member.pending = member.pending == .removal ? .none : member.pending
                if !isPresent { joined.append(name) }
            }
            if member != old { try tx.save(member) }
        }
        let named = Set((base?.categories ?? []).map(FoldedText.key))
        for key in present.subtracting(known).subtracting(named).intersection(keys) {
            guard let group = groups.first(where: { $0.key == key }) else { continue }
            try tx.save(
                SyncMember(item: group.number, uid: SyncMember.key(uid), contact: contact.id, pending: .addition)
            )
        }
        return joined
    }

    /// Returns the groups whose cards name a contact that is added here now.
    func names(ofMember uid: String?, _ tx: SyncTransaction) throws -> [String] {
        guard !isEmpty, let uid else { return [] }
        return try tx.memberships(of: nil, uid: uid).filter { $0.pending != .removal }.compactMap { names[$0.item] }
    }
}
