import Repository

/// A request for the card of a group, and the handling of its result.
struct GroupTask: Sendable {
    /// The request; `nil` if the card is up to date.
    let request: CardRequest?
    private let item: SyncItem
    private let name: String
    /// The members whose changes are in the card after the request.
    private let members: [SyncMember]

    /// Creates the task for an existing card; `nil` if it can't be read.
    init?(_ old: SyncItem, _ edit: CardEdit, _ tx: inout SyncTransaction) throws {
        guard let name = old.group, let group = old.card.flatMap(GroupCard.init) else { return nil }
        var item = old
        let all = try tx.members(of: item.number)
        item.intent = try Self.isDeleted(item, named: name, all, tx) ? .remove : nil
        if item.intent != old.intent { try tx.save(item) }
        let members = all.filter { $0.pending != .none }
        self.item = item
        self.name = name
        self.members = members
        guard item.intent == nil else {
            request = .remove
            return
        }
        let removed = Set(members.filter { $0.pending == .removal }.map(\.uid))
        let bytes = group.edited(adding: try Self.added(members, tx), removing: removed, name: name, by: edit)
        request = bytes == item.base ? nil : .update(bytes)
    }

    /// Creates the task for a removed card whose group is back here: the card as it was, with the present members.
    init?(returning item: SyncItem, _ edit: CardEdit, _ tx: inout SyncTransaction) throws {
        guard let name = item.group, let group = item.card.flatMap(GroupCard.init) else { return nil }
        let members = try tx.members(of: item.number).filter { $0.pending == .addition }
        let present = Set(members.map(\.uid))
        var removed: Set<String> = []
        // Members that aren't contacts here stay in the card.
        for uid in group.members where !present.contains(SyncMember.key(uid)) {
            if try tx.member(uid) != nil { removed.insert(SyncMember.key(uid)) }
        }
        let bytes = group.edited(adding: try Self.added(members, tx), removing: removed, name: name, by: edit)
        self.item = item
        self.name = name
        self.members = members
        request = .create(bytes, uid: SyncMember.key(item.uid ?? ""))
    }

    /// Returns the UIDs of the contacts that joined the group, as their cards have them.
    private static func added(_ members: [SyncMember], _ tx: SyncTransaction) throws -> [String] {
        try members.filter { $0.pending == .addition }.map { member in
            try member.contact.flatMap { try tx.item(contact: $0)?.uid } ?? member.uid
        }
    }

    /// Whether the group was deleted here: all contacts have left it, and not one by one.
    private static func isDeleted(
        _ item: SyncItem,
        named name: String,
        _ members: [SyncMember],
        _ tx: SyncTransaction
    ) throws -> Bool {
        let here = members.filter { $0.contact != nil }
        guard here.allSatisfy({ $0.pending == .removal }) else { return false }
        if item.intent == .remove { return true }
        return try here.contains { member in
            try member.contact.map { try tx.leftDeletedGroup($0, named: name) } ?? false
        }
    }

    func send(to source: any CardSource) async throws -> CardWrite? {
        try await request?.send(for: item, to: source)
    }

    // MARK: - What came of it

    func removed(mayLag: Bool, _ tx: inout SyncTransaction, _ outcome: inout PushBatch.Outcome) throws {
        guard let now = try tx.groupItem(item.number) else { return }
        try tx.rest(now)
        if mayLag { try tx.bury(now) }
        outcome.entries.append(SyncReport.Entry(action: .removedThere, name: name, href: item.href))
    }

    func written(
        _ write: CardWrite?,
        mayLag: Bool,
        _ tx: inout SyncTransaction,
        _ outcome: inout PushBatch.Outcome
    ) throws {
        guard var item = try tx.groupItem(item.number) else { return }
        item.name = name
        if let write {
            let needsReading = write.needsReading || write.etag == nil
            let action = item.href == nil ? SyncReport.Action.addedThere : .changedThere
            let href = try write.place(of: item, tx)
            item.href = href
            switch request {
            case .create(let bytes, _):
                item.base = bytes
                item.intent = needsReading ? .create : nil
                try noteOthers(item, tx)
            case .update(let bytes):
                item.base = bytes
                item.intent = needsReading ? .update : nil
                if mayLag { item.replaced = item.etag }
            case .remove, nil: break
            }
            item.etag = write.etag
            if needsReading { outcome.reading.append(href) }
            outcome.entries.append(SyncReport.Entry(action: action, name: name, href: href))
        }
        try tx.save(item)
        let now = try tx.members(of: item.number)
        for var member in members {
            switch (member.pending, now.first { $0.uid == member.uid }) {
            case (.removal, let present?) where present == member: try tx.drop(member)
            case (.addition, let present?) where present == member:
                member.pending = .none
                try tx.save(member)
            case (.removal, let present?):
                // The contact has joined again meanwhile.
                member = present
                member.pending = .addition
                try tx.save(member)
            case (.addition, nil):
                // The contact has left again meanwhile.
                member.pending = .removal
                try tx.save(member)
            default: break
            }
        }
    }

    /// Records the members of a recreated card that aren't contacts here.
    private func noteOthers(_ item: SyncItem, _ tx: SyncTransaction) throws {
        let known = Set(try tx.members(of: item.number).map(\.uid))
        for uid in item.card.flatMap(GroupCard.init)?.members ?? [] where !known.contains(SyncMember.key(uid)) {
            try tx.save(SyncMember(item: item.number, uid: SyncMember.key(uid), contact: nil))
        }
    }

    func failed(
        _ error: CardSourceError,
        _ tx: inout SyncTransaction,
        _ outcome: inout PushBatch.Outcome
    ) throws {
        if error.endsPass {
            outcome.error = error
            return
        }
        if error.endsWriting { outcome.refusal = error }
        if error.code == .conflict || error.code == .gone, let href = item.href,
            var item = try tx.groupItem(item.number)
        {
            item.etag = nil
            try tx.save(item)
            outcome.reading.append(href)
            outcome.isConflicting = true
        }
        outcome.entries.append(
            SyncReport.Entry(action: .notSent, name: name, href: item.href, reason: error.message)
        )
    }
}
