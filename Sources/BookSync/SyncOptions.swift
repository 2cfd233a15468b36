package import Repository

package struct SyncOptions: Hashable, Codable, Sendable {
    package var conflict = ConflictRule.ask
    /// Whether a pass may remove a large part of the book, or switch to a different source.
    package var allowsMassRemoval = false

    package init(conflict: ConflictRule = .ask, allowsMassRemoval: Bool = false) {
        self.conflict = conflict
        self.allowsMassRemoval = allowsMassRemoval
    }
}

/// The rule for a field that changed on both sides.
package enum ConflictRule: String, CaseIterable, Codable, Sendable {
    /// Ask the user about each field; the same as ``both`` if that isn't possible.
    case ask
    /// The local version wins; the remote one is kept in the ledger.
    case ours
    /// The remote version wins; the local one is kept in the ledger and the history.
    case theirs
    /// The version with the later `REV` wins; the same as ``both`` if that is unknown.
    case newest
    /// The local version stays, and the remote one becomes a second contact.
    case both
}

/// A contact with fields that changed on both sides.
package struct SyncConflict: Hashable, Codable, Sendable {
    package var name: String
    package var fields: [FieldConflict]
}

package struct SyncPassProgress: Hashable, Codable, Sendable {
    package var done = 0
    /// The total number of cards; 0 if unknown.
    package var total = 0
}

/// An error that prevents the removal of a large part of a book.
package struct SyncRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The message for the user, including what to do.
    package var message: String

    package var description: String { message }
}

/// A report on what a pass did or, in a trial, would do.
package struct SyncReport: Hashable, Codable, Sendable {
    package enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        case addedHere = "added-here"
        case changedHere = "changed-here"
        case removedHere = "removed-here"
        case addedThere = "added-there"
        case changedThere = "changed-there"
        case removedThere = "removed-there"
        case merged
        /// The same field changed on both sides.
        case conflict
        /// Left unchanged on both sides because it can't be synchronized.
        case apart
        /// Changed locally, but rejected by the source.
        case notSent = "not-sent"

        var isSending: Bool { [.addedThere, .changedThere, .removedThere].contains(self) }
    }

    /// The outcome for a single card.
    package struct Entry: Hashable, Codable, Sendable {
        package var action: Action
        /// The contact's name, or the card's if that is unknown.
        package var name: String
        /// The local contact.
        package var contact: ContactID?
        /// The remote card.
        package var href: String?
        package var fields: [FieldConflict] = []
        /// The reason, if there is one.
        package var reason: String?
    }

    package var source = ""
    /// The entries, in the order in which they were added.
    package var entries: [Entry] = []
    package var isReadOnly = false
    /// The new address to store if the source has moved.
    package var newAddress: String?
    /// Notes about the source for the user, such as skipped items.
    package var notes: [String] = []

    package func count(_ action: Action) -> Int { entries.count { $0.action == action } }

    /// Whether anything couldn't be synchronized.
    package var isPartial: Bool {
        !notes.isEmpty || entries.contains { $0.action == .apart || $0.action == .notSent }
    }
}
