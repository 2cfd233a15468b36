import Repository

/// The cards to read, and the missing ones.
struct SyncPlan: Sendable {
    var reading: [String] = []
    /// The known names that are missing there.
    var missing: Set<CardKey> = []
    /// The number of contacts that are removed here with them, unless they were changed.
    var removing = 0
    /// The number of new cards to read.
    var unknown = 0
    var isEmptyThere = false

    init(unfinished: [String]) {
        reading = unfinished
    }

    init(_ changes: CardChanges, unfinished: [String], _ tx: SyncTransaction) throws {
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
