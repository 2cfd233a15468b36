import Primitives
import Repository
import VCard

/// Applies cards that were read or are missing to contacts and the ledger, within one transaction.
struct PullBatch {
    struct Outcome: Sendable {
        var entries: [SyncReport.Entry] = []
        /// Cards with a pending question for the user, by name.
        var questions: [(href: String, conflict: SyncConflict)] = []
    }

    let tx: SyncTransaction
    let rule: ConflictRule
    /// Whether the user is asked about conflicts; otherwise they are resolved like ``ConflictRule/both``.
    let asks: Bool
    let evidence: CardEvidence
    let limit: RemovalLimit?
    var changes: ContactChanges
    /// The answers so far, by card name and field name.
    var answers: [CardKey: [String: ConflictSide]] = [:]
    /// Names missing in the source; a card that has a known UID but a different name was renamed.
    var gone: Set<CardKey> = []
    /// The groups that have their own cards.
    var groups: GroupLedger
    var outcome = Outcome()

    mutating func take(_ cards: [PulledCard]) throws {
        var missing: [String] = []
        for read in cards where try !isRemoved(read) {
            switch read.card {
            case nil: missing.append(read.href)
            case .failure(let problem)?: try keepApart(read.href, read.etag, problem.reason, problem.name)
            case .success(let card)?: try take((read.href, card, read.etag))
            }
        }
        // Missing cards come last, since one of the others may be the same card under a different name.
        for href in missing { try takeMissing(href) }
    }

    /// Returns whether we removed the card but the source still has it; if so, it isn't new and is removed again.
    private func isRemoved(_ card: PulledCard) throws -> Bool {
        guard var item = try tx.item(href: card.href), item.isRemovedCard else { return false }
        guard CardTag.areSame(card.etag, item.etag) else {
            try tx.drop(item)
            return false
        }
        item.replaced = card.etag
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
        var entry = SyncReport.Entry(action, name, of: item, reason: reason)
        entry.fields = fields
        outcome.entries.append(entry)
    }

    mutating func keepApart(
        _ href: String,
        _ etag: String?,
        _ reason: String,
        _ name: String?,
        duplicating uid: String? = nil
    ) throws {
        var item = try tx.item(href: href) ?? SyncItem()
        item.href = href
        item.etag = etag
        item.apart = reason
        // The UID identifies the card once no other card has the same one.
        if item.contact == nil, item.group == nil { item.uid = uid }
        item.name = name ?? item.name ?? href
        try tx.save(item)
        note(.apart, item.name ?? href, item, reason: reason)
    }

    private mutating func take(_ new: ArrivedCard) throws {
        let (href, card, etag) = new
        let uid = card.contact.uid
        if let group = GroupCard(card) { return try take(group, new) }
        if let item = try tx.item(href: href) {
            if item.contact != nil { return try update(item, new) }
            // The card used to be a group's and is now a person's.
            try disband(item)
        }
        if let uid, var item = try tx.item(uid: uid) {
            guard let known = item.href, !gone.contains(known), item.intent != .create else {
                // Either the card's creation wasn't finished, or it was renamed.
                item.href = href
                return try update(item, new)
            }
            let reason = "it has the same UID as “\(item.name ?? known)” (\(known))"
            return try keepApart(href, etag, reason, card.contact.displayName, duplicating: uid)
        }
        if uid == nil, var item = try renamed(card) {
            item.href = href
            return try update(item, new)
        }
        var item = SyncItem()
        item.href = href
        item.uid = uid
        if let uid, let contact = try tx.freeContact(uid: uid) {
            item.contact = contact.id
            return try pair(contact, item, new)
        }
        let id = try insert(card.contact(as: ContactID(rawValue: "")))
        item.contact = id
        item.base = card.bytes
        item.etag = etag
        item.name = card.contact.displayName
        try tx.save(item)
        try tx.settle(id)
        note(.addedHere, card.contact.displayName, item)
    }

    /// Returns the item of a renamed card that has no UID: a missing one with the same bytes.
    private func renamed(_ card: ParsedCard) throws -> SyncItem? {
        guard (1...Self.mostRenamed).contains(gone.count) else { return nil }
        return try tx.items(withoutUID: card.bytes).first { $0.href.map { gone.contains($0) } ?? false }
    }

    /// The maximum number of missing names for which cards are compared; there is no index for that.
    private static let mostRenamed = 1_000

    private mutating func update(_ old: SyncItem, _ new: ArrivedCard) throws {
        guard let id = old.contact else { return }
        let (card, etag) = (new.card, new.etag)
        var item = old
        if CardTag.areSame(item.replaced, etag), item.wanted != nil || !CardTag.areSame(item.etag, etag) {
            // This is the version before our last write, which either isn't visible yet or was reverted.
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
        guard let old = item.base == card.bytes ? card : item.card else {
            // The two versions have no common ancestor.
            guard let contact = try tx.contact(id) else { return try restore(item, card) }
            return try pair(contact, item, new)
        }
        let (there, base) = (card.contact(as: id), old.contact(as: id))
        let baseHere = item.contactHere(as: id, otherwise: old) ?? base
        let present = try self.present(id, uid: item.uid, base: baseHere)
        let isChangedThere = item.base != card.bytes && ContactForm(there) != ContactForm(base)
        let side = try side(of: id, present?.own, since: baseHere)
        switch (side, isChangedThere, present) {
        // An edit beats a removal.
        case (.removed, true, _): try restore(item, card)
        case (.same, true, let present?):
            var version = there
            if item.localBase != nil {
                let versions = ContactMerge.Versions(here: present.own, base: baseHere, there: there, baseThere: base)
                version = ContactMerge(versions, preferring: .theirs).merged
                item.localBase = CardEdit.record(version)
            }
            item.base = card.bytes
            item.name = version.displayName
            try replace(present, with: version)
            try tx.save(item)
            try tx.settle(id)
            note(.changedHere, version.displayName, item)
        case (.changed, true, let present?):
            let versions = ContactMerge.Versions(here: present.own, base: baseHere, there: there, baseThere: base)
            try merge(present, versions, item, new)
        default:
            // There's nothing to do, or the local change will be sent anyway.
            item.base = card.bytes
            try tx.save(item)
            if side == .same { try tx.settle(id) }
        }
    }

    static let replaced = "The source still has the version from before the change. The next sync checks again."

    /// Returns how a contact was changed locally since the last version of its card.
    func side(of id: ContactID, _ here: Contact?, since base: Contact?) throws -> SyncSide {
        guard let here else { return .removed }
        return try tx.isChanged(id) && base.map(ContactForm.init) != ContactForm(here) ? .changed : .same
    }

    /// Finds out whether an unfinished write arrived.
    private func recover(_ item: inout SyncItem, _ card: ParsedCard, _ etag: String?, _ id: ContactID) {
        // A card with the tag that our write returned is ours, even if the server rewrote it.
        let isOwn = item.isUnseen && CardTag.areSame(item.etag, etag)
        if let wanted = item.wanted, let parsed = try? ParsedCard(wanted) {
            let isWritten = ContactForm(parsed.contact(as: id)) == ContactForm(card.contact(as: id))
            guard isWritten || item.base == nil else { return }
            // The written version was common to both sides, so any difference is a later remote change.
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

    private mutating func restore(_ item: SyncItem, _ card: ParsedCard) throws {
        guard let id = item.contact else { return }
        var item = item
        let new = try insert(card.contact(as: id))
        if new != id { try tx.settle(id) }
        item.contact = new
        item.base = card.bytes
        item.localBase = nil
        item.name = card.contact.displayName
        try tx.save(item)
        try tx.settle(new)
        note(.addedHere, card.contact.displayName, item, reason: "it was changed there after it was removed here")
    }

    /// Replaces a contact with a version from its card; keeps its groups and any values that cards can't hold.
    private mutating func replace(_ present: GroupedContact, with version: Contact) throws {
        var new = version
        new.categories = GroupLedger.names(version.categories, with: present.groups)
        (new.id, new.origin) = (present.own.id, present.own.origin)
        try tx.replace(new, &changes)
    }
}

/// A contact's local change since the last common version.
enum SyncSide {
    case same, changed, removed
}

/// A card that was read, already parsed before the transaction that applies it.
struct PulledCard: Sendable {
    let href: String
    let etag: String?
    /// The card; `nil` if it is missing.
    let card: Result<ParsedCard, ParsedCard.Problem>?

    init(_ read: CardRead) {
        href = read.href
        switch read.content {
        case .missing: (etag, card) = (nil, nil)
        case .unreadable(let reason, let etag):
            (self.etag, card) = (etag, .failure(ParsedCard.Problem(reason: reason)))
        case .card(let bytes, let etag):
            self.etag = etag
            card = Result { () throws(ParsedCard.Problem) in try ParsedCard(bytes) }
        }
    }
}

/// A card that was parsed successfully, with its name and tag.
typealias ArrivedCard = (href: String, card: ParsedCard, etag: String?)

/// Cards and contacts that changed on both sides, or that were never synchronized.
extension PullBatch {
    /// Pairs a contact with a card that has the same UID, if the two were never synchronized.
    mutating func pair(_ here: Contact, _ item: SyncItem, _ new: ArrivedCard) throws {
        var item = item
        item.etag = new.etag
        let there = new.card.contact(as: here.id)
        guard let present = try present(here.id, uid: item.uid ?? here.uid, base: there) else { return }
        let base = ContactMerge.common(present.own, there)
        item.localBase = nil
        let versions = ContactMerge.Versions(here: present.own, base: base, there: there, baseThere: base)
        try merge(present, versions, item, new)
    }

    mutating func merge(
        _ present: GroupedContact,
        _ versions: ContactMerge.Versions,
        _ item: SyncItem,
        _ new: ArrivedCard
    ) throws {
        let card = new.card
        var item = item
        let (here, there) = (versions.here, versions.there)
        if ContactForm(here) == ContactForm(there) {
            item.base = card.bytes
            item.localBase = nil
            item.name = here.displayName
            try tx.save(item)
            return try tx.settle(here.id)
        }
        let rule = rule == .newest ? try newest(here, there) : rule
        let merge = ContactMerge(
            versions,
            preferring: rule == .ours ? .ours : rule == .theirs ? .theirs : nil,
            but: answers[new.href] ?? [:]
        )
        var conflicts = merge.conflicts
        let isOpen = conflicts.contains { $0.kept == nil }
        if isOpen, asks, rule == .ask {
            outcome.questions.append((new.href, SyncConflict(name: here.displayName, fields: conflicts)))
            return
        }
        for index in conflicts.indices { conflicts[index].kept = conflicts[index].kept ?? .both }
        let sides = Set(conflicts.compactMap(\.kept))
        if isOpen || conflicts.contains(where: { $0.kept == .both && !$0.isList }) {
            try addCopy(there)
        } else if sides.contains(.ours) {
            try tx.keep(SyncLoser(contact: here.id, name: there.displayName, card: card.bytes))
        }
        if sides.contains(.theirs) {
            try tx.keep(SyncLoser(contact: here.id, name: here.displayName, card: CardEdit.record(here)))
        }
        let version = merge.merged
        if item.localBase != nil {
            // The contact as it would be with only the remote changes.
            var versions = versions
            versions.here = versions.base
            item.localBase = CardEdit.record(ContactMerge(versions, preferring: .theirs).merged)
        }
        item.base = card.bytes
        item.name = version.displayName
        if ContactForm(version) != ContactForm(here) { try replace(present, with: version) }
        try tx.save(item)
        let state = item.contactHere(as: here.id, otherwise: card) ?? there
        if ContactForm(version) == ContactForm(state) { try tx.settle(here.id) }
        let reason = sides.count > 1 ? "mixed" : sides.first?.rawValue
        note(conflicts.isEmpty ? .merged : .conflict, version.displayName, item, conflicts, reason: reason)
    }

    /// Adds the remote version as a second contact, which becomes a new card in the source.
    private mutating func addCopy(_ there: Contact) throws {
        var copy = there
        let id = UUID().uuidString.lowercased()
        copy.id = ContactID(rawValue: id)
        copy.uid = "urn:uuid:" + id
        copy.lines.removeAll { VCardLine(text: $0)?.name == "UID" }
        _ = try tx.insert(copy, &changes)
    }

    private func newest(_ here: Contact, _ there: Contact) throws -> ConflictRule {
        let line = there.lines.lazy.compactMap { VCardLine(text: $0) }.first { $0.name == "REV" }
        guard let line, let theirs = RevisionTime.milliseconds(line.value), let ours = try tx.changeTime(here.id) else {
            return .both
        }
        // REV only has a precision of seconds.
        return ours / 1000 >= theirs / 1000 ? .ours : .theirs
    }
}

enum RevisionTime {
    /// Converts a time in basic (`20200102T030405Z`) or extended format to milliseconds since 1970.
    static func milliseconds(_ text: String) -> Int64? {
        let digits = text.filter { $0 != "-" && $0 != ":" }
        guard digits.count >= 15, digits.dropFirst(8).first == "T" else { return nil }
        let all = Array(digits.prefix(15))
        func part(_ range: Range<Int>) -> String { String(all[range]) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        return UTCDate(text: "\(day)T\(part(9..<11)):\(part(11..<13)):\(part(13..<15)).000Z")?.milliseconds
    }
}

enum CardEvidence: Sendable {
    /// A listing of the source doesn't contain it.
    case listing
    /// Reading it failed, but no listing shows that it was removed.
    case reading
    /// Reading it failed after a write.
    case writing
}

// Cards that are missing in the source.
extension PullBatch {
    private static let unseen = "The source accepted it, but doesn't have it yet. The next sync checks again."

    /// Handles a missing card by removing its contact, unless that was changed locally.
    ///
    /// Only a listing can prove that a card was removed. One that has never been seen since it was written may not be
    /// stored yet, and is written again.
    mutating func takeMissing(_ href: String) throws {
        guard let item = try tx.item(href: href) else { return }
        guard let id = item.contact else { return try takeMissing(withoutContact: item) }
        let base = item.contactHere(as: id, otherwise: item.card)
        let here = try tx.contact(id).map { try groups.grouped($0, base: base).own }
        if item.isUnseen {
            // Without a contact, the card is still removed, even though the source doesn't have it yet.
            if let here { try writeAgain(item, here) }
            return
        }
        switch try side(of: id, here, since: base) {
        // An edit beats a removal.
        case .changed: try tx.unplace(item)
        case .same where evidence != .listing: try readAgain(item)
        case .same:
            try tx.remove(id, within: limit, &changes)
            try tx.leaveGroups(id)
            try tx.drop(item)
            try tx.settle(id)
            note(.removedHere, here?.displayName ?? item.name ?? href, item)
        case .removed:
            try tx.drop(item)
            try tx.settle(id)
        }
    }

    private mutating func writeAgain(_ old: SyncItem, _ here: Contact) throws {
        var item = old
        (item.intent, item.wanted) = (.create, nil)
        try tx.save(item)
        guard evidence == .writing else { return try tx.touch(here.id) }
        note(.notSent, here.displayName, item, reason: Self.unseen)
    }

    private func readAgain(_ old: SyncItem) throws {
        var item = old
        item.etag = nil
        try tx.save(item)
    }

    /// Handles a missing card that belongs to a group or has no contact.
    private mutating func takeMissing(withoutContact item: SyncItem) throws {
        guard let name = item.group else { return try tx.drop(item) }
        if item.isUnseen {
            try tx.returnLater(item)
            if evidence == .writing { note(.notSent, name, item, reason: Self.unseen) }
        } else if item.intent == .remove {
            // It was deleted locally, and the response was lost.
            try tx.rest(item)
        } else if evidence != .listing {
            try readAgain(item)
        } else {
            try disband(item)
            note(.removedHere, name, item)
        }
    }
}
