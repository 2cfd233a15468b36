import Repository
import VCard

#if canImport(FoundationEssentials)
import struct FoundationEssentials.Date
import struct FoundationEssentials.UUID
#else
import struct Foundation.Date
import struct Foundation.UUID
#endif

/// A card that was read, parsed outside the transaction that takes it.
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

/// Takes cards that were read over into contacts and ledger, within one transaction.
struct PullBatch {
    /// What became of it.
    struct Outcome: Sendable {
        var entries: [SyncReport.Entry] = []
        /// The cards that wait for an answer, with the question.
        var questions: [(card: PulledCard, conflict: SyncConflict)] = []
        /// The names of cards that turned out to be gone.
        var missing: [String] = []
        var step: Int64?
    }

    let rule: ConflictRule
    /// Whether questions are asked, or answered like ``ConflictRule/both``.
    let asks: Bool
    /// The answers so far, by the names of the cards.
    let answers: [String: ConflictRule]
    /// The names that are gone there: a card with a known UID and another name was renamed.
    let gone: Set<String>
    /// The tags that writing told, by name: a card with just that tag is our own, however it looks.
    let ownTags: [String: String]
    let time: Date
    private(set) var outcome = Outcome()
    private var changes: ContactChanges

    init(
        rule: ConflictRule,
        asks: Bool,
        answers: [String: ConflictRule],
        gone: Set<String>,
        ownTags: [String: String],
        time: Date,
        continuing step: Int64?
    ) {
        self.rule = rule
        self.asks = asks
        self.answers = answers
        self.gone = gone
        self.ownTags = ownTags
        self.time = time
        changes = ContactChanges(title: SyncPass.title, continuing: step)
    }

    /// Takes all cards.
    mutating func take(_ cards: [PulledCard], _ tx: inout SyncTransaction) throws -> Outcome {
        for card in cards {
            switch card.content {
            case .missing: outcome.missing.append(card.href)
            case .unreadable(let reason, let name, let etag):
                try keepApart(card.href, etag, reason, name, &tx)
            case .card(let parsed, let etag): try take(parsed, etag, card, &tx)
            }
        }
        outcome.step = changes.step
        return outcome
    }

    private mutating func note(
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

    private mutating func keepApart(
        _ href: String,
        _ etag: String?,
        _ reason: String,
        _ name: String?,
        _ tx: inout SyncTransaction
    ) throws {
        var item = try tx.item(href: href) ?? SyncItem()
        item.href = href
        item.etag = etag
        item.apart = reason
        item.name = name ?? item.name ?? href
        try tx.save(item)
        note(.apart, item.name ?? href, item, reason: reason)
    }

    private mutating func take(
        _ card: ParsedCard,
        _ etag: String,
        _ pulled: PulledCard,
        _ tx: inout SyncTransaction
    ) throws {
        let href = pulled.href
        let uid = card.contact.uid
        if let item = try tx.item(href: href) {
            if item.contact != nil { return try update(item, card, etag, pulled, &tx) }
            try tx.drop(item)
        }
        if let uid, var item = try tx.item(uid: uid) {
            guard let known = item.href, !gone.contains(known) else {
                // A card whose creation was not finished, or that has another name now.
                item.href = href
                return try update(item, card, etag, pulled, &tx)
            }
            let reason = "it has the UID of “\(item.name ?? known)” (\(known))"
            return try keepApart(href, etag, reason, card.contact.displayName, &tx)
        }
        var item = SyncItem()
        item.href = href
        item.uid = uid
        if let uid, let contact = try tx.freeContact(uid: uid) {
            item.contact = contact.id
            return try pair(contact, item, card, etag, pulled, &tx)
        }
        var contact = card.contact
        contact.id = ContactID(rawValue: "")
        let id = try tx.insert(contact, &changes)
        item.contact = id
        item.base = card.bytes
        item.etag = etag
        item.name = contact.displayName
        try tx.save(item)
        try tx.settle(id)
        note(.addedHere, contact.displayName, item)
    }

    private mutating func update(
        _ old: SyncItem,
        _ card: ParsedCard,
        _ etag: String,
        _ pulled: PulledCard,
        _ tx: inout SyncTransaction
    ) throws {
        guard let id = old.contact else { return }
        var item = old
        recover(&item, card, etag, id)
        item.intent = nil
        item.wanted = nil
        item.apart = nil
        item.etag = etag
        item.uid = card.contact.uid ?? item.uid
        guard let base = item.base.flatMap({ try? ParsedCard($0) })?.contact(as: id) else {
            // Nothing is known of a common version.
            guard let contact = try tx.contact(id) else { return try restore(item, card, &tx) }
            return try pair(contact, item, card, etag, pulled, &tx)
        }
        let there = card.contact(as: id)
        let baseHere = item.localBase.flatMap { try? ParsedCard($0) }?.contact(as: id) ?? base
        let isChangedThere =
            item.base.map { $0 == card.bytes } != true && ContactForm(there) != ContactForm(base)
        let here = try tx.contact(id)
        var side = SyncSide.same
        if let here {
            if try tx.isChanged(id), ContactForm(here) != ContactForm(baseHere) { side = .changed }
        } else {
            side = .removed
        }
        switch (SyncDecision(here: side, there: isChangedThere ? .changed : .same), here) {
        case (.restoreHere, _): try restore(item, card, &tx)
        case (.pull, let here?):
            var new = there
            if item.localBase != nil {
                new =
                    ContactMerge(here: here, base: baseHere, there: there, baseThere: base, preferring: .theirs).merged
                item.localBase = CardEdit.record(new)
            }
            item.base = card.bytes
            item.name = new.displayName
            try tx.replace(kept(new, of: here), &changes)
            try tx.save(item)
            try tx.settle(id)
            note(.changedHere, new.displayName, item)
        case (.merge, let here?):
            try merge(here, baseHere, there, base, item, card, pulled, &tx)
        default:
            // Nothing to do, or the change here goes there by itself.
            item.base = card.bytes
            try tx.save(item)
            if side == .same { try tx.settle(id) }
        }
    }

    /// Finds out what became of what was begun.
    private func recover(_ item: inout SyncItem, _ card: ParsedCard, _ etag: String, _ id: ContactID) {
        let isOwn = ownTags[card.contact.uid ?? ""] == etag || item.href.map { ownTags[$0] == etag } ?? false
        if let wanted = item.wanted, let parsed = try? ParsedCard(wanted) {
            let isWritten = ContactForm(parsed.contact(as: id)) == ContactForm(card.contact(as: id))
            guard isWritten || item.base == nil else { return }
            // What was written is what both have, and what differs from it was changed there since.
            item.base = isWritten ? card.bytes : wanted
            item.localBase = nil
        } else if isOwn, let base = item.base, let parsed = try? ParsedCard(base) {
            // The source stored our card in its own way.
            if ContactForm(parsed.contact(as: id)) != ContactForm(card.contact(as: id)) {
                item.localBase = item.localBase ?? base
            }
            item.base = card.bytes
        }
    }

    private mutating func restore(
        _ item: SyncItem,
        _ card: ParsedCard,
        _ tx: inout SyncTransaction
    ) throws {
        guard let id = item.contact else { return }
        var item = item
        let new = try tx.insert(card.contact(as: id), &changes)
        if new != id { try tx.settle(id) }
        item.contact = new
        item.base = card.bytes
        item.localBase = nil
        item.name = card.contact.displayName
        try tx.save(item)
        try tx.settle(new)
        note(.addedHere, card.contact.displayName, item, reason: "it was changed there after it was removed here")
    }

    /// Joins a contact and a card with the same UID that were never synchronised.
    private mutating func pair(
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
        if ContactForm(here) == ContactForm(there) {
            item.base = card.bytes
            item.localBase = nil
            item.name = here.displayName
            try tx.save(item)
            return try tx.settle(here.id)
        }
        let base = ContactMerge.common(here, there)
        item.localBase = nil
        try merge(here, base, there, base, item, card, pulled, &tx)
    }

    private mutating func merge(
        _ here: Contact,
        _ baseHere: Contact,
        _ there: Contact,
        _ base: Contact,
        _ item: SyncItem,
        _ card: ParsedCard,
        _ pulled: PulledCard,
        _ tx: inout SyncTransaction
    ) throws {
        var item = item
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
        if ContactForm(new) != ContactForm(here) { try tx.replace(kept(new, of: here), &changes) }
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

    /// Adds the version there as a contact of its own, which the source gets as a new card.
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
        // A revision has whole seconds.
        return ours / 1000 >= theirs / 1000 ? .ours : .theirs
    }

    /// The new version with what no card has.
    private func kept(_ new: Contact, of here: Contact) -> Contact {
        var new = new
        new.id = here.id
        new.origin = here.origin
        return new
    }
}

/// The time in `REV`.
enum RevisionTime {
    /// Milliseconds since 1970 of a time in its basic (`20200102T030405Z`) or extended form.
    static func milliseconds(_ text: String) -> Int64? {
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard digits.count >= 15, digits.dropFirst(8).first == "T" else { return nil }
        let all = Array(digits.prefix(15))
        func part(_ range: Range<Int>) -> String { String(all[range]) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        return UTCDate(text: "\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15)).000Z")?.milliseconds
    }
}
