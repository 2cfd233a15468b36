import Repository

// Contacts, and the groups whose cards list them.
extension PullBatch {
    /// Inserts a contact and adds it to the groups whose cards list it.
    mutating func insert(_ contact: Contact) throws -> ContactID {
        var contact = contact
        let joined = try contact.uid.map { try groups.names(ofMember: nil, uid: $0) } ?? []
        contact.categories = GroupLedger.names(contact.categories, with: joined)
        let id = try tx.insert(contact, &changes)
        contact.id = id
        if !joined.isEmpty { _ = try groups.note(contact, uid: contact.uid ?? "", base: nil) }
        return id
    }

    /// Replaces a contact because of changed group cards, without marking its own card as changed.
    private mutating func regroup(_ contact: Contact) throws {
        let wasChanged = try tx.isChanged(contact.id)
        try tx.replace(contact, &changes)
        if !wasChanged { try tx.settle(contact.id) }
    }

    /// Adds the contact to the groups whose cards list it, and returns its own card's part and those groups separately.
    mutating func present(_ id: ContactID, uid: String?, base: Contact) throws -> GroupedContact? {
        guard var contact = try tx.contact(id) else { return nil }
        let joined = try groups.note(contact, uid: uid ?? contact.exportedUID, base: base)
        if !joined.isEmpty {
            contact.categories = GroupLedger.names(contact.categories, with: joined)
            try regroup(contact)
        }
        return try groups.grouped(contact, base: base)
    }

    /// Applies a group's card: locally, a group is a category of its members.
    mutating func take(_ group: GroupCard, _ new: ArrivedCard) throws {
        let (place, card, etag) = new
        var item = try tx.item(href: place) ?? SyncItem()
        let uid = card.contact.uid
        if item.group == nil, item.contact == nil, let uid,
            let known = try tx.groupItem(uid: uid) ?? tx.item(uid: uid)
        {
            if let href = known.href, !gone.contains(href) {
                let reason = "it has the same UID as “\(known.name ?? href)” (\(href))"
                return try keepApart(place, etag, reason, group.name, duplicating: uid)
            }
            if item.number != 0 { try tx.drop(item) }
            item = known
        }
        item.href = place
        if CardTag.areSame(item.replaced, etag), !CardTag.areSame(item.etag, etag) {
            try sendAgain(item, over: group, new)
            return note(.notSent, item.group ?? group.name, item, reason: Self.replaced)
        }
        if evidence != .writing { item.replaced = nil }
        // An import or an earlier version may have turned the card into a contact.
        let contact =
            try item.contact
            ?? uid.flatMap { try tx.freeContact(uid: $0) }.flatMap { $0.kind == "group" ? $0.id : nil }
        if let contact {
            if try tx.contact(contact) != nil { try tx.remove(contact, within: limit, &changes) }
            try tx.settle(contact)
            item.contact = nil
        }
        let isNew = item.group == nil
        var members = GroupChanges(tx: tx)
        let isChanged = try members.take(group, item, card, etag)
        try apply(members)
        groups = try GroupLedger(tx)
        item.contact = nil
        if isNew || isChanged { note(isNew ? .addedHere : .changedHere, group.name, item) }
    }

    /// Accepts the card from before our last write, and marks that write as pending again.
    private func sendAgain(_ old: SyncItem, over group: GroupCard, _ new: ArrivedCard) throws {
        var item = old
        (item.name, item.base, item.etag, item.intent) = (group.name, new.card.bytes, new.etag, nil)
        try tx.save(item)
        var there = Dictionary(group.members.map { (SyncMember.key($0), $0) }, uniquingKeysWith: { first, _ in first })
        for var member in try tx.members(of: item.number) where there.removeValue(forKey: member.uid) == nil {
            guard member.contact != nil else { continue }
            member.pending = .addition
            try tx.save(member)
        }
        for (key, uid) in there {
            let id = try tx.member(uid)
            try tx.save(SyncMember(item: item.number, uid: key, contact: id, pending: id == nil ? .none : .removal))
        }
    }

    /// Drops a group whose card was removed remotely: the members leave the group.
    mutating func disband(_ item: SyncItem) throws {
        var members = GroupChanges(tx: tx)
        try members.disband(item)
        try tx.drop(item)
        try apply(members)
    }

    private mutating func apply(_ groups: GroupChanges) throws {
        for id in groups.members {
            guard let contact = try tx.contact(id) else { continue }
            var new = contact
            let left = Set((groups.left[id] ?? []).map(FoldedText.key))
            if !left.isEmpty {
                let gone = left.subtracting(try stated(id))
                new.categories.removeAll { gone.contains(FoldedText.key($0)) }
            }
            new.categories = GroupLedger.names(new.categories, with: groups.joined[id] ?? [])
            if new.categories != contact.categories { try regroup(new) }
        }
    }

    /// Returns the contact's groups according to its own card, or to the card of a group with the same name.
    private func stated(_ id: ContactID) throws -> Set<String> {
        guard let item = try tx.item(contact: id) else { return [] }
        let own = item.contactHere(as: id, otherwise: item.card)?.categories ?? []
        return try Set((own + GroupLedger(tx).names(ofMember: id, uid: item.uid ?? "")).map(FoldedText.key))
    }
}
