public import Repository

/// How a pass decides.
public struct SyncOptions: Hashable, Codable, Sendable {
    /// What is done about a field that both sides changed.
    public var conflict = ConflictRule.ask
    /// Whether a pass may remove a large part of the book, or go on with another source.
    public var allowsMassRemoval = false

    /// Creates options.
    public init(conflict: ConflictRule = .ask, allowsMassRemoval: Bool = false) {
        self.conflict = conflict
        self.allowsMassRemoval = allowsMassRemoval
    }
}

/// What is done about a field that both sides changed.
public enum ConflictRule: String, CaseIterable, Codable, Sendable {
    /// A question is asked; where that cannot be, as ``both``.
    case ask
    /// The version here wins; the other one is kept in the ledger.
    case ours
    /// The version there wins; the other one is kept in the ledger and the history.
    case theirs
    /// The version that was changed last wins, by `REV`; as ``both`` when that is not known.
    case newest
    /// The version here stays, and the one there becomes a second contact.
    case both
}

/// A contact of which both sides changed the same fields.
public struct SyncConflict: Hashable, Codable, Sendable {
    /// What it is called here.
    public var name: String
    /// The fields.
    public var fields: [FieldConflict]
}

/// How far a pass is.
public struct SyncPassProgress: Hashable, Codable, Sendable {
    /// The part of a pass.
    public enum Phase: String, Hashable, Codable, Sendable {
        case discovering, listing, reading, writing
    }

    /// What is being done.
    public var phase: Phase
    /// How many cards are done.
    public var done = 0
    /// How many cards there are to do; 0 when that is not known.
    public var total = 0
}

/// Why a pass did not begin to remove.
public struct SyncRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// What happened and what to do, for people.
    public var message: String

    /// Creates a refusal.
    public init(message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}

/// What a pass did, or would do.
public struct SyncReport: Hashable, Codable, Sendable {
    /// What was done with a card.
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
        /// Left as it is on both sides, because it cannot be synchronised.
        case apart
        /// Changed here, and the source did not take it.
        case notSent = "not-sent"
    }

    /// One card.
    public struct Entry: Hashable, Codable, Sendable {
        /// What was done.
        public var action: Action
        /// What the contact is called; the name of the card when that is not known.
        public var name: String
        /// The contact here.
        public var contact: ContactID?
        /// The card there.
        public var href: String?
        /// The fields that were in conflict.
        public var fields: [FieldConflict] = []
        /// Why, where there is something to say.
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

    /// What the source is called.
    public var source = ""
    /// What was done, in the order in which it was done.
    public var entries: [Entry] = []
    /// Whether nothing may be written there.
    public var isReadOnly = false
    /// The address at which the source was found when it was not at its own any more, to be kept.
    public var newAddress: String?
    /// What else there is to know of the source: what was left out, for people.
    public var notes: [String] = []

    /// Creates a report of nothing.
    public init() {}

    /// How many cards that was done with.
    public func count(_ action: Action) -> Int { entries.count { $0.action == action } }

    /// Whether something could not be synchronised.
    public var isPartial: Bool {
        !notes.isEmpty || entries.contains { $0.action == .apart || $0.action == .notSent }
    }
}
