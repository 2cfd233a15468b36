import Repository

/// A contact as its own card describes it, and the groups that only group cards assign to it.
typealias GroupedContact = (own: Contact, groups: [String])

/// The groups that have their own cards; used within one transaction.
///
/// Locally, a group is just a category of its members. The ledger records which group cards list a member, and which
/// local changes aren't in those cards yet.
struct GroupLedger {
    /// The groups that have a card, or that get one again with their first member.
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

    /// Whether a group with this name has its own card.
    func has(_ name: String) -> Bool { keys.contains(FoldedText.key(name)) }

    /// Returns the names, followed by the other names that aren't among them.
    static func names(_ names: [String], with others: [String]) -> [String] {
        var known = Set(names.map(FoldedText.key))
        return names + others.filter { known.insert(FoldedText.key($0)).inserted }
    }

    /// Splits a contact into the part that belongs in its own card, and the groups that are assigned by group cards.
    ///
    /// A group stays in the contact's own part if `base`, the last version of its card, names it.
    func grouped(_ contact: Contact, base: Contact?) throws -> GroupedContact {
        guard !isEmpty, contact.categories.contains(where: has) else { return (contact, []) }
        let named = Set((base?.categories ?? []).map(FoldedText.key))
        var own = contact
        own.categories.removeAll { has($0) && !named.contains(FoldedText.key($0)) }
        var groups = contact.categories.filter { has($0) }
        if own.categories.contains(where: has) {
            // Either both cards name the group, or only the contact's own does.
            let members = try tx.memberships(of: contact.id, uid: "").compactMap { names[$0.item] }
            let keys = Set(members.map(FoldedText.key))
            groups.removeAll { named.contains(FoldedText.key($0)) && !keys.contains(FoldedText.key($0)) }
        }
        return (own, groups)
    }

    /// Records the groups that the contact joined or left locally since the last version of its card, unless their
    /// cards already reflect that, and returns the groups whose cards named it before it existed locally.
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

    /// Returns the groups whose cards name a contact; a contact that is being added has no identifier yet.
    func names(ofMember id: ContactID?, uid: String) throws -> [String] {
        guard !isEmpty else { return [] }
        return try tx.memberships(of: id, uid: uid).filter { $0.pending != .removal }.compactMap { names[$0.item] }
    }
}

/// The effects of changed group cards on the members.
struct GroupChanges {
    let tx: SyncTransaction
    /// The contacts that join or leave groups, in the order of discovery.
    private(set) var members: [ContactID] = []
    /// The groups that each contact joins and leaves.
    private(set) var joined: [ContactID: [String]] = [:]
    private(set) var left: [ContactID: [String]] = [:]

    private mutating func move(_ id: ContactID, to new: String?, from old: String? = nil) {
        if joined[id] == nil { members.append(id) }
        joined[id, default: []] += [new].compactMap(\.self)
        left[id, default: []] += [old].compactMap(\.self)
    }

    /// Records a group's card in the ledger along with the changes for its members, and returns whether the card
    /// differs from the previous one.
    mutating func take(_ group: GroupCard, _ item: SyncItem, _ card: ParsedCard, _ etag: String?) throws -> Bool {
        let oldName = item.group
        var item = item
        // A locally deleted group comes back if its card was changed remotely: an edit beats a removal.
        let wasDeleted = item.intent == .remove
        let isDeleted =
            wasDeleted && item.card.flatMap(GroupCard.init)?.says(group) == true
        // A locally renamed group keeps its name until its card is renamed remotely.
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
            // A contact that has since left the group locally isn't added again.
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

    /// Handles the removal of a group's card: the members leave the group.
    ///
    /// Members that have joined locally stay, as do all if the group was renamed locally; their own cards then name it.
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
