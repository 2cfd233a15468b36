import Primitives
import Repository
import VCard

/// Applies cards that were read to contacts and ledger, within one transaction.
struct PullBatch {
    /// The outcome of a batch.
    struct Outcome: Sendable {
        var entries: [SyncReport.Entry] = []
        /// The cards with a pending question, and the question.
        var questions: [(card: PulledCard, conflict: SyncConflict)] = []
        /// The names of cards that turned out to be missing.
        var missing: [String] = []
    }

    let rule: ConflictRule
    /// Whether conflicts are asked about, instead of being resolved like ``ConflictRule/both``.
    let asks: Bool
    /// The answers so far, by the names of the cards and those of the fields.
    let answers: [CardKey: [String: ConflictSide]]
    /// The names that are missing there: a card with a known UID and another name was renamed.
    let gone: Set<CardKey>
    /// The evidence that a card is missing.
    let evidence: CardEvidence
    /// The limit on removals here.
    let limit: RemovalLimit?
    var changes: ContactChanges
    /// The groups with cards of their own.
    var groups: GroupLedger
    var outcome = Outcome()

    /// Applies all cards.
    mutating func take(_ cards: [PulledCard], _ tx: inout SyncTransaction) throws -> Outcome {
        for card in cards where try !isRemoved(card, &tx) {
            switch card.content {
            case .missing: outcome.missing.append(card.href)
            case .unreadable(let reason, let name, let etag):
                try keepApart(card.href, etag, reason, name, &tx)
            case .card(let parsed, let etag): try take(ArrivedCard(parsed, etag, card), &tx)
            }
        }
        return outcome
    }

    /// Returns whether the card is one that we removed and that is still there: it isn't new, and is removed again.
    private func isRemoved(_ card: PulledCard, _ tx: inout SyncTransaction) throws -> Bool {
        guard var item = try tx.item(href: card.href), item.isRemovedCard else { return false }
        let etag: String? =
            switch card.content {
            case .card(_, let etag): etag
            case .unreadable(_, _, let etag): etag
            case .missing: nil
            }
        guard CardTag.areSame(etag, item.etag) else {
            try tx.drop(item)
            return false
        }
        item.replaced = etag
        try tx.save(item)
        return true
    }

    mutating func note(
        _ action: SyncReport.Action,
        _ name: String,
        _ item: SyncItem,
        _ fields: [FieldConflict] = [],
        reason: String? = nil
    ) {
        outcome.entries.append(
            SyncReport.Entry(
                action: action,
                name: name,
                contact: item.contact,
                href: item.href,
                fields: fields,
                reason: reason
            )
        )
    }

    mutating func keepApart(
        _ href: String,
        _ etag: String?,
        _ reason: String,
        _ name: String?,
        duplicating uid: String? = nil,
        _ tx: inout SyncTransaction
    ) throws {
        var item = try tx.item(href: href) ?? SyncItem()
        item.href = href
        item.etag = etag
        item.apart = reason
        // The UID identifies it once no other card has the same.
        if item.contact == nil, item.group == nil { item.uid = uid }
        item.name = name ?? item.name ?? href
        try tx.save(item)
        note(.apart, item.name ?? href, item, reason: reason)
    }

    private mutating func take(_ new: ArrivedCard, _ tx: inout SyncTransaction) throws {
        let (card, etag, href) = (new.card, new.etag, new.pulled.href)
        let uid = card.contact.uid
        if let group = GroupCard(card) { return try take(group, new, &tx) }
        if let item = try tx.item(href: href) {
            if item.contact != nil { return try update(item, new, &tx) }
            // The card was a group's and is now a person's.
            var members = GroupChanges()
            try members.disband(item, &tx)
            try members.apply(&tx) { contact, tx in try replace(contact, &tx) }
            try tx.drop(item)
        }
        if let uid, var item = try tx.item(uid: uid) {
            guard let known = item.href, !gone.contains(known), item.intent != .create else {
                // The creation of the card wasn't finished, or it was renamed.
                item.href = href
                return try update(item, new, &tx)
            }
            let reason = "it has the UID of “\(item.name ?? known)” (\(known))"
            return try keepApart(href, etag, reason, card.contact.displayName, duplicating: uid, &tx)
        }
        if uid == nil, var item = try renamed(card, &tx) {
            item.href = href
            return try update(item, new, &tx)
        }
        var item = SyncItem()
        item.href = href
        item.uid = uid
        if let uid, let contact = try tx.freeContact(uid: uid) {
            item.contact = contact.id
            return try pair(contact, item, new, &tx)
        }
        let id = try insert(card.contact(as: ContactID(rawValue: "")), &tx)
        item.contact = id
        item.base = card.bytes
        item.etag = etag
        item.name = card.contact.displayName
        try tx.save(item)
        try tx.settle(id)
        note(.addedHere, card.contact.displayName, item)
    }

    /// Returns the item of a renamed card without a UID: one that is missing and had the same bytes.
    private func renamed(_ card: ParsedCard, _ tx: inout SyncTransaction) throws -> SyncItem? {
        guard (1...Self.mostRenamed).contains(gone.count) else { return nil }
        return try tx.items(withoutUID: card.bytes).first { $0.href.map { gone.contains($0) } ?? false }
    }

    /// The maximum number of missing names whose cards are compared, for which there is no index.
    private static let mostRenamed = 1_000

    private mutating func update(_ old: SyncItem, _ new: ArrivedCard, _ tx: inout SyncTransaction) throws {
        guard let id = old.contact else { return }
        let (card, etag) = (new.card, new.etag)
        var item = old
        if CardTag.areSame(item.replaced, etag), item.wanted != nil || !CardTag.areSame(item.etag, etag) {
            // This is the version before our last write, which isn't stored yet or was reverted.
            (item.intent, item.wanted, item.apart) = (.update, item.wanted ?? item.base, nil)
            (item.base, item.localBase, item.etag) = (card.bytes, nil, etag)
            try tx.save(item)
            try tx.touch(id)
            return note(.notSent, item.name ?? card.contact.displayName, item, reason: Self.replaced)
        }
        recover(&item, card, etag, id)
        if evidence != .writing { item.replaced = nil }
        item.intent = nil
        item.wanted = nil
        item.apart = nil
        item.etag = etag
        item.uid = card.contact.uid ?? item.uid
        guard let base = (item.base == card.bytes ? card : item.card)?.contact(as: id) else {
            // There is no common version.
            guard let contact = try tx.contact(id) else { return try restore(item, card, &tx) }
            return try pair(contact, item, new, &tx)
        }
        let there = card.contact(as: id)
        let baseHere = item.localBase.flatMap { try? ParsedCard($0) }?.contact(as: id) ?? base
        let present = try self.present(id, uid: item.uid, base: baseHere, &tx)
        let isChangedThere = item.base != card.bytes && ContactForm(there) != ContactForm(base)
        var side = SyncSide.same
        if let here = present?.own {
            if try tx.isChanged(id), ContactForm(here) != ContactForm(baseHere) { side = .changed }
        } else {
            side = .removed
        }
        switch (SyncDecision(here: side, there: isChangedThere ? .changed : .same), present) {
        case (.restoreHere, _): try restore(item, card, &tx)
        case (.pull, let present?):
            let here = present.own
            var version = there
            if item.localBase != nil {
                version =
                    ContactMerge(here: here, base: baseHere, there: there, baseThere: base, preferring: .theirs).merged
                item.localBase = CardEdit.record(version)
            }
            item.base = card.bytes
            item.name = version.displayName
            try replace(kept(present.whole(version), of: here), &tx)
            try tx.save(item)
            try tx.settle(id)
            note(.changedHere, version.displayName, item)
        case (.merge, let present?):
            try merge(present, baseHere, there, base, item, new, &tx)
        default:
            // Nothing to do, or the change here will be sent anyway.
            item.base = card.bytes
            try tx.save(item)
            if side == .same { try tx.settle(id) }
        }
    }

    static let replaced = "The source has the version from before the change. The next synchronization looks again."

    /// Finds out whether an unfinished write was stored.
    private func recover(_ item: inout SyncItem, _ card: ParsedCard, _ etag: String, _ id: ContactID) {
        // A card with the tag that our write returned is ours, even if the server rewrote it.
        let isOwn = item.isUnseen && CardTag.areSame(item.etag, etag)
        if let wanted = item.wanted, let parsed = try? ParsedCard(wanted) {
            let isWritten = ContactForm(parsed.contact(as: id)) == ContactForm(card.contact(as: id))
            guard isWritten || item.base == nil else { return }
            // Both sides had the written version, so any difference was changed there since.
            item.base = isWritten ? card.bytes : wanted
            item.localBase = nil
        } else if isOwn, item.base != card.bytes, let parsed = item.card {
            // The source stored our card in its own form.
            if ContactForm(parsed.contact(as: id)) != ContactForm(card.contact(as: id)) {
                item.localBase = item.localBase ?? item.base
            }
            item.base = card.bytes
        }
    }

    private mutating func restore(_ item: SyncItem, _ card: ParsedCard, _ tx: inout SyncTransaction) throws {
        guard let id = item.contact else { return }
        var item = item
        let new = try insert(card.contact(as: id), &tx)
        if new != id { try tx.settle(id) }
        item.contact = new
        item.base = card.bytes
        item.localBase = nil
        item.name = card.contact.displayName
        try tx.save(item)
        try tx.settle(new)
        note(.addedHere, card.contact.displayName, item, reason: "it was changed there after it was removed here")
    }

    /// Returns the new version with the values that cards don't have.
    func kept(_ new: Contact, of here: Contact) -> Contact {
        var new = new
        new.id = here.id
        new.origin = here.origin
        return new
    }
}

/// A card that was read, parsed before the transaction that applies it.
struct PulledCard: Sendable {
    enum Content: Sendable {
        case card(ParsedCard, etag: String)
        case missing
        case unreadable(String, name: String?, etag: String?)
    }

    let href: String
    let content: Content

    init(_ read: CardRead) {
        href = read.href
        switch read.content {
        case .missing: content = .missing
        case .unreadable(let reason, let etag): content = .unreadable(reason, name: nil, etag: etag)
        case .card(let bytes, let etag):
            do throws(ParsedCard.Problem) {
                content = .card(try ParsedCard(bytes), etag: etag)
            } catch {
                content = .unreadable(error.reason, name: error.name, etag: etag)
            }
        }
    }
}

/// A card that could be parsed, with its tag.
struct ArrivedCard {
    let card: ParsedCard
    let etag: String
    let pulled: PulledCard

    init(_ card: ParsedCard, _ etag: String, _ pulled: PulledCard) {
        (self.card, self.etag, self.pulled) = (card, etag, pulled)
    }
}

/// Cards and contacts that both changed, or that were never synchronized.
extension PullBatch {
    /// Pairs a contact with a card of the same UID that were never synchronized.
    mutating func pair(_ here: Contact, _ item: SyncItem, _ new: ArrivedCard, _ tx: inout SyncTransaction) throws {
        var item = item
        item.etag = new.etag
        let there = new.card.contact(as: here.id)
        guard let present = try present(here.id, uid: item.uid ?? here.uid, base: there, &tx) else { return }
        let base = ContactMerge.common(present.own, there)
        item.localBase = nil
        try merge(present, base, there, base, item, new, &tx)
    }

    mutating func merge(
        _ present: GroupedContact,
        _ baseHere: Contact,
        _ there: Contact,
        _ base: Contact,
        _ item: SyncItem,
        _ new: ArrivedCard,
        _ tx: inout SyncTransaction
    ) throws {
        let card = new.card
        var item = item
        let here = present.own
        if ContactForm(here) == ContactForm(there) {
            item.base = card.bytes
            item.localBase = nil
            item.name = here.displayName
            try tx.save(item)
            return try tx.settle(here.id)
        }
        let rule = rule == .newest ? try newest(here, there, &tx) : rule
        let merge = ContactMerge(
            here: here,
            base: baseHere,
            there: there,
            baseThere: base,
            preferring: rule == .ours ? .ours : rule == .theirs ? .theirs : nil,
            but: answers[new.pulled.href] ?? [:]
        )
        var conflicts = merge.conflicts
        let isOpen = conflicts.contains { $0.kept == nil }
        if isOpen, asks, rule == .ask {
            outcome.questions.append((new.pulled, SyncConflict(name: here.displayName, fields: conflicts)))
            return
        }
        for index in conflicts.indices { conflicts[index].kept = conflicts[index].kept ?? .both }
        let sides = Set(conflicts.compactMap(\.kept))
        if isOpen || conflicts.contains(where: { $0.kept == .both && !$0.isList }) {
            try addCopy(there, &tx)
        } else if sides.contains(.ours) {
            try tx.keep(SyncLoser(contact: here.id, name: there.displayName, card: card.bytes))
        }
        if sides.contains(.theirs) {
            try tx.keep(SyncLoser(contact: here.id, name: here.displayName, card: CardEdit.record(here)))
        }
        let version = merge.merged
        if item.localBase != nil {
            let only =
                ContactMerge(here: baseHere, base: baseHere, there: there, baseThere: base, preferring: .theirs).merged
            item.localBase = CardEdit.record(only)
        }
        item.base = card.bytes
        item.name = version.displayName
        if ContactForm(version) != ContactForm(here) { try replace(kept(present.whole(version), of: here), &tx) }
        try tx.save(item)
        let state = item.localBase.flatMap { try? ParsedCard($0) }?.contact(as: here.id) ?? there
        if ContactForm(version) == ContactForm(state) { try tx.settle(here.id) }
        let reason = sides.count > 1 ? "mixed" : sides.first?.rawValue
        note(conflicts.isEmpty ? .merged : .conflict, version.displayName, item, conflicts, reason: reason)
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

/// The time in `REV`.
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
