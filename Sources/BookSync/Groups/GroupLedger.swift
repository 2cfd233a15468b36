import Repository

/// A contact as its own card says it, and the groups that only other cards name.
typealias GroupedContact = (own: Contact, groups: [String])

/// The groups with cards of their own, within one transaction.
///
/// Here, a group is a category of its members. The ledger records which card names each member, and which changes here
/// aren't in that card yet.
struct GroupLedger {
    /// The groups that have a card, or get it back with their first contact.
    private let groups: [SyncGroup]
    private let tx: SyncTransaction
    private let keys: Set<String>
    private let names: [Int64: String]

    init(_ tx: SyncTransaction) throws {
        self.tx = tx
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
    /// A group that `base`, the last version of its card, names itself stays in that.
    func grouped(_ contact: Contact, base: Contact?) throws -> GroupedContact {
        guard !isEmpty, contact.categories.contains(where: has) else { return (contact, []) }
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
        return (own, groups)
    }

    /// Records the groups that the contact joined and left here since the last version of its card, if their cards don't
    /// say so yet, and returns those whose cards named it before it existed here.
    func note(_ contact: Contact, uid: String, base: Contact?) throws -> [String] {
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

    /// Returns the groups whose cards name a contact; one that is added here now has no identifier.
    func names(ofMember id: ContactID?, uid: String) throws -> [String] {
        guard !isEmpty else { return [] }
        return try tx.memberships(of: id, uid: uid).filter { $0.pending != .removal }.compactMap { names[$0.item] }
    }
}

/// What the changed cards of groups mean for their members.
struct GroupChanges {
    let tx: SyncTransaction
    /// The contacts that join or leave groups, in the order in which they were found.
    private(set) var members: [ContactID] = []
    /// The groups that each of them joins and leaves.
    private(set) var joined: [ContactID: [String]] = [:]
    private(set) var left: [ContactID: [String]] = [:]

    private mutating func move(_ id: ContactID, to new: String?, from old: String? = nil) {
        if joined[id] == nil { members.append(id) }
        joined[id, default: []] += [new].compactMap(\.self)
        left[id, default: []] += [old].compactMap(\.self)
    }

    /// Takes the card of a group into the ledger, records the changes for its members, and returns whether the card differs
    /// from the one in the item.
    mutating func take(_ group: GroupCard, _ item: SyncItem, _ card: ParsedCard, _ etag: String?) throws -> Bool {
        let oldName = item.group
        var item = item
        // A group that was deleted here comes back if its card was changed there: an edit beats a removal.
        let wasDeleted = item.intent == .remove
        let isDeleted =
            wasDeleted && item.card.flatMap(GroupCard.init)?.says(group) == true
        // A group that was renamed here keeps its name until its card is renamed there.
        if item.group == nil || item.name != group.name { item.group = group.name }
        item.name = group.name
        item.uid = card.contact.uid ?? item.uid
        item.etag = etag
        item.base = card.bytes
        (item.localBase, item.intent, item.wanted, item.apart) = (nil, isDeleted ? .remove : nil, nil, nil)
        try tx.save(item)
        guard let number = try tx.item(href: item.href ?? "")?.number, let name = item.group else { return false }
        try tx.forgetResting(named: name, for: number)
        var isChanged = oldName != name || wasDeleted != isDeleted
        var named = Dictionary(group.members.map { (SyncMember.key($0), $0) }, uniquingKeysWith: { first, _ in first })
        for var member in try tx.members(of: number) {
            let isNamed = named.removeValue(forKey: member.uid) != nil
            switch (isNamed, member.pending) {
            case (true, .addition):
                member.pending = .none
                try tx.save(member)
            case (true, .removal) where wasDeleted && !isDeleted:
                member.pending = .none
                try tx.save(member)
                if let id = member.contact { move(id, to: name) }
                continue
            case (true, _), (false, .addition): break
            case (false, _):
                isChanged = true
                try tx.drop(member)
                if let id = member.contact { move(id, to: nil, from: oldName ?? name) }
                continue
            }
            guard let oldName, oldName != name, let id = member.contact, member.pending != .removal else { continue }
            // A contact that has left the group here since isn't put back.
            let key = FoldedText.key(oldName)
            guard try tx.contact(id)?.categories.contains(where: { FoldedText.key($0) == key }) == true else {
                continue
            }
            move(id, to: name, from: oldName)
        }
        for (key, uid) in named.sorted(by: { $0.key < $1.key }) {
            isChanged = true
            let id = try tx.member(uid)
            try tx.save(SyncMember(item: number, uid: key, contact: id))
            if let id { move(id, to: name) }
        }
        return isChanged
    }

    /// Handles the removal of a group's card: its members leave the group.
    ///
    /// Members that joined here since stay, and all stay if the group was renamed here; their own cards then name it.
    mutating func disband(_ item: SyncItem) throws {
        guard let name = item.group else { return }
        for member in try tx.members(of: item.number) {
            guard let id = member.contact else { continue }
            if member.pending == .addition || item.name != name {
                try tx.touch(id)
            } else {
                move(id, to: nil, from: name)
            }
        }
    }
}
