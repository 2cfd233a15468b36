package import Repository

package struct SyncOptions: Hashable, Codable, Sendable {
    package var conflict = ConflictRule.ask
    /// Whether a pass may remove a large part of the book, or continue with another source.
    package var allowsMassRemoval = false

    package init(conflict: ConflictRule = .ask, allowsMassRemoval: Bool = false) {
        self.conflict = conflict
        self.allowsMassRemoval = allowsMassRemoval
    }
}

/// The rule for a field that both sides changed.
package enum ConflictRule: String, CaseIterable, Codable, Sendable {
    /// The user is asked for each field; like ``both`` if that isn't possible.
    case ask
    /// The version here wins; the other one is kept in the ledger.
    case ours
    /// The version there wins; the other one is kept in the ledger and the history.
    case theirs
    /// The version that was changed last wins, by `REV`; like ``both`` if that is unknown.
    case newest
    /// The version here stays, and the one there becomes a second contact.
    case both
}

/// A contact of which both sides changed the same fields.
package struct SyncConflict: Hashable, Codable, Sendable {
    package var name: String
    package var fields: [FieldConflict]
}

package struct SyncPassProgress: Hashable, Codable, Sendable {
    package var done = 0
    /// The number of cards to do; 0 if unknown.
    package var total = 0
}

/// The refusal to remove a large part of a book.
package struct SyncRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The message for the user, with what to do.
    package var message: String

    package var description: String { message }
}

/// A report of what a pass did, or would do.
package struct SyncReport: Hashable, Codable, Sendable {
    package enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        case addedHere = "added-here"
        case changedHere = "changed-here"
        case removedHere = "removed-here"
        case addedThere = "added-there"
        case changedThere = "changed-there"
        case removedThere = "removed-there"
        case merged
        /// Changed on both sides in the same field.
        case conflict
        /// Left as it is on both sides, because it can't be synchronized.
        case apart
        /// Changed here, but rejected by the source.
        case notSent = "not-sent"

        var isSending: Bool { [.addedThere, .changedThere, .removedThere].contains(self) }
    }

    /// One card.
    package struct Entry: Hashable, Codable, Sendable {
        package var action: Action
        /// The name of the contact, or of the card if that is unknown.
        package var name: String
        /// The contact here.
        package var contact: ContactID?
        /// The card there.
        package var href: String?
        package var fields: [FieldConflict] = []
        /// The reason, if there is something to say.
        package var reason: String?
    }

    package var source = ""
    /// The entries, in the order of the actions.
    package var entries: [Entry] = []
    package var isReadOnly = false
    /// The new address of a source that has moved, to be stored.
    package var newAddress: String?
    /// Notes on the source for the user, such as skipped items.
    package var notes: [String] = []

    package func count(_ action: Action) -> Int { entries.count { $0.action == action } }

    /// Whether something couldn't be synchronized.
    package var isPartial: Bool {
        !notes.isEmpty || entries.contains { $0.action == .apart || $0.action == .notSent }
    }
}
