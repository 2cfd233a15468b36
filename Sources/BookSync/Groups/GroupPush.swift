import Repository

#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
#else
import struct Foundation.Date
#endif

/// Writes into the cards of groups which contacts came to them and left them here.
///
/// Nothing is written down before a request: what is pending stays so until the card was read or written, and a card that
/// says it already needs no request.
struct GroupPush {
    let store: any SyncStore
    let source: any CardSource
    let now: @Sendable () -> Date

    /// A card to be written.
    private struct Task: Sendable {
        let item: SyncItem
        let name: String
        let bytes: [UInt8]
        /// What of the members it says.
        let members: [SyncMember]
    }

    /// Writes the cards that do not say yet what is here.
    ///
    /// - Returns: Whether one was written.
    func run(_ outcome: inout PushBatch.Outcome) async throws -> Bool {
        let time = now()
        let tasks = try await store.synchronize(at: time) { tx in
            try tx.pendingGroups().compactMap { try Self.task($0, CardEdit(time: time), tx) }
        }
        var hasWritten = false
        for task in tasks {
            var result: Result<CardWrite?, CardSourceError> = .success(nil)
            if task.bytes != task.item.base, let href = task.item.href {
                hasWritten = true
                do {
                    result = .success(try await source.update(href, ifMatch: task.item.etag, bytes: task.bytes))
                } catch let error as CardSourceError {
                    result = .failure(error)
                }
            }
            let all = outcome
            outcome = try await store.synchronize(at: now()) { [result] tx in
                var outcome = all
                switch result {
                case .success(let write): try Self.written(task, write, &tx, &outcome)
                case .failure(let error): try Self.failed(task, error, &tx, &outcome)
                }
                return outcome
            }
            if let error = outcome.error { throw error }
            if outcome.isStopped { break }
        }
        return hasWritten
    }

    private static func task(_ item: SyncItem, _ edit: CardEdit, _ tx: SyncTransaction) throws -> Task? {
        guard let name = item.group, let card = item.base.flatMap({ try? ParsedCard($0) }),
            let group = GroupCard(card)
        else { return nil }
        let members = try tx.members(of: item.number).filter { $0.pending != .none }
        let added = try members.filter { $0.pending == .addition }.map { member in
            try member.contact.flatMap { try tx.item(contact: $0)?.uid } ?? member.uid
        }
        let removed = members.filter { $0.pending == .removal }.map(\.uid)
        let bytes = group.edited(adding: added, removing: Set(removed), name: name, by: edit)
        return Task(item: item, name: name, bytes: bytes, members: members)
    }

    private static func written(
        _ task: Task,
        _ write: CardWrite?,
        _ tx: inout SyncTransaction,
        _ outcome: inout PushBatch.Outcome
    ) throws {
        guard var item = try tx.item(href: task.item.href ?? "") else { return }
        item.name = task.name
        if let write {
            item.href = write.href
            item.base = task.bytes
            item.etag = write.needsReading ? nil : write.etag
            if write.needsReading || write.etag == nil { outcome.reading.append((write.href, write.etag)) }
            outcome.entries.append(SyncReport.Entry(action: .changedThere, name: task.name, href: write.href))
        }
        try tx.save(item)
        let now = try tx.members(of: item.number)
        for var member in task.members {
            switch (member.pending, now.first { $0.uid == member.uid }) {
            case (.removal, let present?) where present == member: try tx.drop(member)
            case (.addition, let present?) where present == member:
                member.pending = .none
                try tx.save(member)
            case (.removal, let present?):
                // It came back meanwhile.
                member = present
                member.pending = .addition
                try tx.save(member)
            case (.addition, nil):
                // It left again meanwhile.
                member.pending = .removal
                try tx.save(member)
            default: break
            }
        }
    }

    private static func failed(
        _ task: Task,
        _ error: CardSourceError,
        _ tx: inout SyncTransaction,
        _ outcome: inout PushBatch.Outcome
    ) throws {
        switch error.code {
        case .conflict, .gone:
            guard var item = try tx.item(href: task.item.href ?? "") else { return }
            item.etag = nil
            try tx.save(item)
            item.href.map { outcome.reading.append(($0, nil)) }
            outcome.isConflicting = true
            return
        case .forbidden, .invalidCard, .tooLarge: break
        case .readOnly: (outcome.isReadOnly, outcome.isStopped) = (true, true)
        case .quota: outcome.isStopped = true
        case .authentication, .unavailable, .missing, .badAnswer:
            outcome.error = error
            return
        }
        outcome.entries.append(
            SyncReport.Entry(action: .notSent, name: task.name, href: task.item.href, reason: error.message)
        )
    }
}

extension GroupPush {
    /// Finds the groups that were renamed here: all members left one and came to the same other, which has no card.
    func findRenamed() async throws {
        try await store.synchronize(at: now()) { tx in
            let groups = try GroupLedger(tx)
            guard !groups.isEmpty, try !tx.changed(after: nil, limit: 1).isEmpty else { return }
            for group in groups.groups {
                let members = try tx.members(of: group.number)
                guard let name = try Self.newName(of: group, members, groups, &tx),
                    var item = try tx.groupItem(group.number)
                else { continue }
                item.group = name
                try tx.save(item)
                for var member in members where member.contact != nil && member.pending == .removal {
                    member.pending = .none
                    try tx.save(member)
                }
            }
        }
    }

    private static func newName(
        of group: SyncGroup,
        _ members: [SyncMember],
        _ groups: GroupLedger,
        _ tx: inout SyncTransaction
    ) throws -> String? {
        var names: [String: String]?
        for member in members {
            guard let id = member.contact, let contact = try tx.contact(id) else { continue }
            guard member.pending != .addition, try tx.isChanged(id) else { return nil }
            var own = Dictionary(contact.categories.map { (FoldedText.key($0), $0) }, uniquingKeysWith: { $1 })
            guard own.removeValue(forKey: group.key) == nil else { return nil }
            if let base = try tx.item(contact: id)?.base.flatMap({ try? ParsedCard($0) }) {
                for name in base.contact.categories { own[FoldedText.key(name)] = nil }
            }
            own = own.filter { !groups.has($0.value) }
            names = names.map { known in known.filter { own[$0.key] != nil } } ?? own
            if names?.isEmpty == true { return nil }
        }
        return names?.count == 1 ? names?.first?.value : nil
    }
}
