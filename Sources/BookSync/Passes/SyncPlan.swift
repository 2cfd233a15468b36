import Repository

/// The cards to read, and the missing ones.
struct SyncPlan: Sendable {
    /// The names of the cards to read.
    var reading: [String] = []
    /// The known names that are missing there.
    var missing: Set<CardKey> = []
    /// The number of contacts that are removed here with them, unless they were changed.
    var removing = 0
    /// The number of new cards to read.
    var unknown = 0
    /// Whether the source has no cards at all.
    var isEmptyThere = false

    init(unfinished: [String]) {
        reading = unfinished
    }

    init(_ changes: CardChanges, unfinished: [String], _ tx: inout SyncTransaction) throws {
        var seen: Set<CardKey> = []
        var places = changes.isFullList ? try tx.places() : [:]
        for item in changes.items where seen.insert(CardKey(item.href)).inserted {
            let place =
                changes.isFullList ? places.removeValue(forKey: CardKey(item.href)) : try tx.place(of: item.href)
            guard let place else {
                reading.append(item.href)
                unknown += 1
                continue
            }
            let isSame = CardTag.areSame(place.etag, item.etag)
            if !isSame || place.hasIntent { reading.append(item.href) }
            if isSame, place.hasReplaced { try tx.forgetReplaced(place) }
        }
        if changes.isFullList {
            missing = Set(places.keys)
            isEmptyThere = changes.items.isEmpty
        } else {
            for href in changes.removed where !seen.contains(href) {
                if try tx.place(of: href) != nil { missing.insert(CardKey(href)) }
            }
        }
        // A card that was kept apart for having the UID of a missing one may be that card under another name.
        if !missing.isEmpty {
            let listed = Set(reading.map(CardKey.init))
            for (href, original) in try tx.duplicates()
            where missing.contains(original) && !missing.contains(href) && !listed.contains(href) {
                reading.append(href)
                unknown += 1
            }
        }
        removing = try missing.count { try tx.hasContact(at: $0.href) }
        let known = Set(reading.map(CardKey.init)).union(missing)
        reading += unfinished.filter { !known.contains($0) }
    }
}

/// The evidence that a card is missing.
enum CardEvidence: Sendable {
    /// It is missing in a list of the source.
    case listing
    /// It could not be read, and a list has it, or doesn't say.
    case reading
    /// It could not be read after something was written.
    case writing
}

/// Handles missing cards.
struct MissingCards {
    let evidence: CardEvidence
    let groups: GroupLedger
    let limit: RemovalLimit?

    /// Removes the contact of a missing card here, unless it was changed.
    ///
    /// Only a list can show that a card was removed. One that was never seen since it was written isn't stored yet, and is
    /// written again.
    func take(_ href: String, _ tx: inout SyncTransaction, _ changes: inout ContactChanges) throws -> SyncReport.Entry?
    {
        guard var item = try tx.item(href: href) else { return nil }
        guard let id = item.contact else { return try take(withoutContact: item, &tx, &changes) }
        let base = item.contactHere(as: id)
        var side = SyncSide.same
        let here = try tx.contact(id).map { try groups.grouped($0, base: base, tx).own }
        if let here {
            if item.isUnseen { return try writeAgain(item, here, &tx) }
            if try tx.isChanged(id), base.map({ ContactForm($0) != ContactForm(here) }) ?? true { side = .changed }
        } else {
            // A card that isn't stored yet is removed all the same.
            if item.isUnseen { return nil }
            side = .removed
        }
        switch SyncDecision(here: side, there: .removed) {
        case .createThere:
            try tx.unplace(item)
            return nil
        case .removeHere where evidence != .listing:
            item.etag = nil
            try tx.save(item)
            return nil
        case .removeHere:
            try tx.remove(id, within: limit, &changes)
            try tx.leaveGroups(id)
            try tx.drop(item)
            try tx.settle(id)
            return SyncReport.Entry(
                action: .removedHere,
                name: here?.displayName ?? item.name ?? href,
                contact: id,
                href: href
            )
        case .forget, .nothing, .pull, .push, .merge, .removeThere, .restoreHere:
            try tx.drop(item)
            try tx.settle(id)
            return nil
        }
    }

    private func writeAgain(_ old: SyncItem, _ here: Contact, _ tx: inout SyncTransaction) throws -> SyncReport.Entry? {
        var item = old
        (item.intent, item.wanted) = (.create, nil)
        try tx.save(item)
        guard evidence == .writing else {
            try tx.touch(here.id)
            return nil
        }
        return SyncReport.Entry(
            action: .notSent,
            name: here.displayName,
            contact: here.id,
            href: item.href,
            reason: Self.unseen
        )
    }

    private static let unseen = "The source took it, and does not have it yet. The next synchronization looks again."

    /// Handles a missing card of a group, or one without a contact.
    private func take(
        withoutContact item: SyncItem,
        _ tx: inout SyncTransaction,
        _ changes: inout ContactChanges
    ) throws -> SyncReport.Entry? {
        guard let name = item.group else {
            try tx.drop(item)
            return nil
        }
        if item.isUnseen {
            try tx.returnLater(item)
            guard evidence == .writing else { return nil }
            return SyncReport.Entry(action: .notSent, name: name, href: item.href, reason: Self.unseen)
        }
        guard item.intent != .remove else {
            // It was deleted here, and the answer was lost.
            try tx.rest(item)
            return nil
        }
        guard evidence == .listing else {
            var item = item
            item.etag = nil
            try tx.save(item)
            return nil
        }
        var members = GroupChanges()
        try members.disband(item, &tx)
        try members.apply(&tx) { contact, tx in try tx.replace(contact, &changes) }
        return SyncReport.Entry(action: .removedHere, name: name, href: item.href)
    }
}

/// The change on one side of a card since the last common version.
enum SyncSide: Hashable, Sendable, CaseIterable {
    case same, changed, removed
}

/// The action for a card after changes on its two sides; a push, which doesn't read the other side, decides by itself.
enum SyncDecision: Hashable, Sendable {
    /// Neither side changed.
    case nothing
    /// Take the version there.
    case pull
    /// Send the version here.
    case push
    /// Both changed.
    case merge
    /// It was removed there.
    case removeHere
    /// It was removed here.
    case removeThere
    /// It was changed here and removed there: an edit beats a removal.
    case createThere
    /// It was changed there and removed here: an edit beats a removal.
    case restoreHere
    /// Both removed it.
    case forget

    /// Decides by the changes on both sides.
    init(here: SyncSide, there: SyncSide) {
        self =
            switch (here, there) {
            case (.same, .same): .nothing
            case (.same, .changed): .pull
            case (.same, .removed): .removeHere
            case (.changed, .same): .push
            case (.changed, .changed): .merge
            case (.changed, .removed): .createThere
            case (.removed, .same): .removeThere
            case (.removed, .changed): .restoreHere
            case (.removed, .removed): .forget
            }
    }
}
