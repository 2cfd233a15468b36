import Repository

/// What is to be read and what is gone.
struct SyncPlan: Sendable {
    /// The names of the cards to be read.
    var reading: [String] = []
    /// The known names that are gone there.
    var missing: Set<CardKey> = []
    /// How many of the cards to be read are new.
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
            if place.etag != item.etag || place.hasIntent { reading.append(item.href) }
        }
        if changes.isFullList {
            missing = Set(places.keys)
            isEmptyThere = changes.items.isEmpty
        } else {
            for href in changes.removed where !seen.contains(href) {
                if try tx.place(of: href) != nil { missing.insert(CardKey(href)) }
            }
        }
        // A card that was kept apart because of the UID of one that is gone may be the same one under another name.
        if !missing.isEmpty {
            let listed = Set(reading.map(CardKey.init))
            for (href, original) in try tx.duplicates()
            where missing.contains(original) && !missing.contains(href) && !listed.contains(href) {
                reading.append(href)
                unknown += 1
            }
        }
        let known = Set(reading.map(CardKey.init)).union(missing)
        reading += unfinished.filter { !known.contains($0) }
    }
}

/// A card that is gone there.
enum RemovedCard {
    /// Removes its contact here, unless that was changed.
    static func take(
        _ href: String,
        _ groups: GroupLedger,
        _ tx: inout SyncTransaction,
        _ changes: inout ContactChanges
    ) throws -> SyncReport.Entry? {
        guard var item = try tx.item(href: href) else { return nil }
        guard let id = item.contact else {
            guard let name = item.group else {
                try tx.drop(item)
                return nil
            }
            guard item.intent != .remove else {
                // It was deleted here; the answer was lost.
                try tx.rest(item)
                return nil
            }
            var members = GroupChanges()
            try members.disband(item, &tx)
            try members.apply(&tx) { contact, tx in try tx.replace(contact, &changes) }
            return SyncReport.Entry(action: .removedHere, name: name, href: href)
        }
        let base = (item.localBase ?? item.base).flatMap { try? ParsedCard($0) }?.contact(as: id)
        var side = SyncSide.same
        let here = try tx.contact(id).map { try groups.grouped($0, base: base, tx).own }
        if let here {
            if try tx.isChanged(id), base.map({ ContactForm($0) != ContactForm(here) }) ?? true { side = .changed }
        } else {
            side = .removed
        }
        switch SyncDecision(here: side, there: .removed) {
        case .createThere:
            item.href = nil
            item.etag = nil
            item.base = nil
            item.localBase = nil
            item.intent = nil
            item.wanted = nil
            item.apart = nil
            try tx.save(item)
            return nil
        case .removeHere:
            try tx.remove(id, &changes)
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
}
