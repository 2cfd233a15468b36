import Primitives
import Repository
import VCard

extension SyncPass {
    /// Writes the contacts that joined and left groups here to the groups' cards: updates those that lack changes made here,
    /// removes those of groups that were deleted here, and creates those of groups that came back.
    ///
    /// Before a request, only the deletion of a group is recorded: other changes stay pending until the card was read or
    /// written, and a card that already has them needs no request.
    ///
    /// - Parameters:
    ///   - mayLag: Whether the source may return the state before a write for a while.
    ///   - outcome: The outcome of the pass so far.
    /// - Returns: Whether something was written.
    /// - Throws: The errors of the store, and those of the source that end the pass.
    func pushGroups(mayLag: Bool, _ outcome: inout PushBatch.Outcome) async throws -> Bool {
        let time = now()
        let tasks = try await store.synchronize(at: time) { tx in
            let edit = CardEdit(time: time)
            var tasks: [GroupTask] = []
            for item in try tx.pendingGroups() {
                if let task = try GroupTask(item, edit, &tx) { tasks.append(task) }
            }
            for item in try tx.returningGroups() {
                if let task = try GroupTask(returning: item, edit, &tx) { tasks.append(task) }
            }
            return tasks
        }
        var hasWritten = false
        for task in tasks {
            var result: Result<CardWrite?, CardSourceError> = .success(nil)
            if task.request != nil {
                do {
                    if let refusal = outcome.refusal { throw refusal }
                    hasWritten = true
                    result = .success(try await task.send(to: source))
                } catch let error as CardSourceError {
                    result = .failure(error)
                }
            }
            let all = outcome
            outcome = try await store.synchronize(at: now()) { [result] tx in
                var outcome = all
                switch (result, task.request) {
                case (.success, .remove): try task.removed(mayLag: mayLag, &tx, &outcome)
                case (.success(let write), _): try task.written(write, mayLag: mayLag, &tx, &outcome)
                case (.failure(let error), .remove) where error.code == .gone:
                    try task.removed(mayLag: mayLag, &tx, &outcome)
                case (.failure(let error), _): try task.failed(error, &tx, &outcome)
                }
                return outcome
            }
            if let error = outcome.error { throw error }
        }
        return hasWritten
    }
}

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
