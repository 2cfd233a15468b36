import Repository

enum CardEvidence: Sendable {
    /// It is missing in a list of the source.
    case listing
    /// It could not be read, and a list has it, or doesn't say.
    case reading
    /// It could not be read after something was written.
    case writing
}

// Cards that are missing there.
extension PullBatch {
    private static let unseen = "The source took it, and does not have it yet. The next synchronization looks again."

    /// Removes the contact of a missing card here, unless it was changed.
    ///
    /// Only a list can show that a card was removed. One that was never seen since it was written isn't stored yet, and is
    /// written again.
    mutating func takeMissing(_ href: String) throws {
        guard let item = try tx.item(href: href) else { return }
        guard let id = item.contact else { return try takeMissing(withoutContact: item) }
        let base = item.contactHere(as: id, otherwise: item.card)
        let here = try tx.contact(id).map { try groups.grouped($0, base: base).own }
        if item.isUnseen {
            // A card that isn't stored yet is removed all the same.
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

    /// Handles a missing card of a group, or one without a contact.
    private mutating func takeMissing(withoutContact item: SyncItem) throws {
        guard let name = item.group else { return try tx.drop(item) }
        if item.isUnseen {
            try tx.returnLater(item)
            if evidence == .writing { note(.notSent, name, item, reason: Self.unseen) }
        } else if item.intent == .remove {
            // It was deleted here, and the answer was lost.
            try tx.rest(item)
        } else if evidence != .listing {
            try readAgain(item)
        } else {
            try disband(item)
            note(.removedHere, name, item)
        }
    }
}
