import Repository
import VCard

#if canImport(FoundationEssentials)
import struct FoundationEssentials.UUID
#else
import struct Foundation.UUID
#endif

/// Cards and contacts that both changed, or that were never synchronized.
extension PullBatch {
    /// Pairs a contact with a card of the same UID that were never synchronized.
    mutating func pair(
        _ here: Contact,
        _ item: SyncItem,
        _ card: ParsedCard,
        _ etag: String,
        _ pulled: PulledCard,
        _ tx: inout SyncTransaction
    ) throws {
        var item = item
        item.etag = etag
        let there = card.contact(as: here.id)
        guard let present = try present(here.id, uid: item.uid ?? here.uid, base: there, &tx) else { return }
        let base = ContactMerge.common(present.own, there)
        item.localBase = nil
        try merge(present, base, there, base, item, card, pulled, &tx)
    }

    mutating func merge(
        _ present: GroupedContact,
        _ baseHere: Contact,
        _ there: Contact,
        _ base: Contact,
        _ item: SyncItem,
        _ card: ParsedCard,
        _ pulled: PulledCard,
        _ tx: inout SyncTransaction
    ) throws {
        var item = item
        let here = present.own
        if ContactForm(here) == ContactForm(there) {
            item.base = card.bytes
            item.localBase = nil
            item.name = here.displayName
            try tx.save(item)
            return try tx.settle(here.id)
        }
        func merged(_ side: ContactMerge.Side) -> ContactMerge {
            ContactMerge(here: here, base: baseHere, there: there, baseThere: base, preferring: side)
        }
        var merge = merged(.ours)
        let conflicts = merge.conflicts
        var rule = answers[pulled.href] ?? self.rule
        if rule == .newest { rule = try newest(here, there, &tx) }
        if rule == .ask {
            if asks, !conflicts.isEmpty {
                let conflict = SyncConflict(name: here.displayName, fields: conflicts)
                outcome.questions.append((pulled, conflict))
                return
            }
            rule = .both
        }
        if !conflicts.isEmpty {
            switch rule {
            case .ours: try tx.keep(SyncLoser(contact: here.id, name: there.displayName, card: card.bytes))
            case .theirs:
                try tx.keep(SyncLoser(contact: here.id, name: here.displayName, card: CardEdit.record(here)))
                merge = merged(.theirs)
            case .both, .ask, .newest: try addCopy(there, &tx)
            }
        }
        let new = merge.merged
        if item.localBase != nil {
            let only = ContactMerge(
                here: baseHere,
                base: baseHere,
                there: there,
                baseThere: base,
                preferring: .theirs
            ).merged
            item.localBase = CardEdit.record(only)
        }
        item.base = card.bytes
        item.name = new.displayName
        if ContactForm(new) != ContactForm(here) { try replace(kept(present.whole(new), of: here), &tx) }
        try tx.save(item)
        let state = item.localBase.flatMap { try? ParsedCard($0) }?.contact(as: here.id) ?? there
        if ContactForm(new) == ContactForm(state) { try tx.settle(here.id) }
        note(
            conflicts.isEmpty ? .merged : .conflict,
            new.displayName,
            item,
            conflicts,
            reason: conflicts.isEmpty ? nil : rule.rawValue
        )
    }

    /// Adds the version there as a second contact, which becomes a new card in the source.
    private mutating func addCopy(_ there: Contact, _ tx: inout SyncTransaction) throws {
        var copy = there
        let id = UUID().uuidString.lowercased()
        copy.id = ContactID(rawValue: id)
        copy.uid = "urn:uuid:" + id
        copy.lines.removeAll { VCardLine(text: $0)?.name == "UID" }
        _ = try tx.insert(copy, &changes)
    }

    private func newest(_ here: Contact, _ there: Contact, _ tx: inout SyncTransaction) throws -> ConflictRule {
        let line = there.lines.lazy.compactMap { VCardLine(text: $0) }.first { $0.name == "REV" }
        guard let line, let theirs = RevisionTime.milliseconds(line.value), let ours = try tx.changeTime(here.id) else {
            return .both
        }
        // Revisions are in whole seconds.
        return ours / 1000 >= theirs / 1000 ? .ours : .theirs
    }
}

/// Parses the time in `REV`.
enum RevisionTime {
    /// Returns a time in its basic (`20200102T030405Z`) or extended form in milliseconds since 1970.
    static func milliseconds(_ text: String) -> Int64? {
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard digits.count >= 15, digits.dropFirst(8).first == "T" else { return nil }
        let all = Array(digits.prefix(15))
        func part(_ range: Range<Int>) -> String { String(all[range]) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        return UTCDate(text: "\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15)).000Z")?.milliseconds
    }
}
