public import Repository

/// The options of a pass.
public struct SyncOptions: Hashable, Codable, Sendable {
    /// The rule for a field that both sides changed.
    public var conflict = ConflictRule.ask
    /// Whether a pass may remove a large part of the book, or continue with another source.
    public var allowsMassRemoval = false

    /// Creates options.
    public init(conflict: ConflictRule = .ask, allowsMassRemoval: Bool = false) {
        self.conflict = conflict
        self.allowsMassRemoval = allowsMassRemoval
    }
}

/// The rule for a field that both sides changed.
public enum ConflictRule: String, CaseIterable, Codable, Sendable {
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
public struct SyncConflict: Hashable, Codable, Sendable {
    /// The name of the contact here.
    public var name: String
    /// The fields.
    public var fields: [FieldConflict]
}

/// The progress of a pass.
public struct SyncPassProgress: Hashable, Codable, Sendable {
    /// The number of cards done.
    public var done = 0
    /// The number of cards to do; 0 if unknown.
    public var total = 0
}

/// The refusal to remove a large part of a book.
public struct SyncRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// The message for the user, with what to do.
    public var message: String

    /// Creates a refusal.
    public init(message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// A report of what a pass did, or would do.
public struct SyncReport: Hashable, Codable, Sendable {
    /// The action on a card.
    public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
        /// New here.
        case addedHere = "added-here"
        /// Changed here.
        case changedHere = "changed-here"
        /// Removed here.
        case removedHere = "removed-here"
        /// New there.
        case addedThere = "added-there"
        /// Changed there.
        case changedThere = "changed-there"
        /// Removed there.
        case removedThere = "removed-there"
        /// Changed on both sides.
        case merged
        /// Changed on both sides in the same field.
        case conflict
        /// Left as it is on both sides, because it can't be synchronized.
        case apart
        /// Changed here, but rejected by the source.
        case notSent = "not-sent"
    }

    /// One card.
    public struct Entry: Hashable, Codable, Sendable {
        /// The action.
        public var action: Action
        /// The name of the contact, or of the card if that is unknown.
        public var name: String
        /// The contact here.
        public var contact: ContactID?
        /// The card there.
        public var href: String?
        /// The fields in conflict.
        public var fields: [FieldConflict] = []
        /// The reason, if there is something to say.
        public var reason: String?

        /// Creates an entry.
        public init(
            action: Action,
            name: String,
            contact: ContactID? = nil,
            href: String? = nil,
            fields: [FieldConflict] = [],
            reason: String? = nil
        ) {
            self.action = action
            self.name = name
            self.contact = contact
            self.href = href
            self.fields = fields
            self.reason = reason
        }
    }

    /// The name of the source.
    public var source = ""
    /// The entries, in the order of the actions.
    public var entries: [Entry] = []
    /// Whether the source is read-only.
    public var isReadOnly = false
    /// The new address of a source that has moved, to be stored.
    public var newAddress: String?
    /// Notes on the source for the user, such as skipped items.
    public var notes: [String] = []

    /// Creates an empty report.
    public init() {}

    /// Returns the number of cards with an action.
    public func count(_ action: Action) -> Int { entries.count { $0.action == action } }

    /// Whether something couldn't be synchronized.
    public var isPartial: Bool {
        !notes.isEmpty || entries.contains { $0.action == .apart || $0.action == .notSent }
    }
}
