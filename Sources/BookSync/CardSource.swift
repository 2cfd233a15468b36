public import VCard

#if canImport(FoundationEssentials)
public import struct FoundationEssentials.Date
#else
public import struct Foundation.Date
#endif

/// A place with cards that a book is synchronised with: a folder of vCards, an address book on a CardDAV server.
///
/// The synchronisation calls one method after the other, but may have several calls of ``read(_:)``, ``create(_:uid:)``,
/// ``update(_:ifMatch:bytes:)`` and ``remove(_:ifMatch:)`` at once, of different cards. A source keeps no state between
/// passes: what has to be remembered stands in the answers, and the ledger of the book keeps it. All methods throw
/// ``CardSourceError``, and `CancellationError` as soon as their task is cancelled.
public protocol CardSource: Sendable {
    /// Finds the cards and says what the source is; the first call of every pass.
    ///
    /// - Parameter mark: The mark of the state that the caller has; empty when it has none. It may spare the source to look
    ///   at everything again.
    /// - Returns: The description.
    /// - Throws: ``CardSourceError`` when there is no such source, or when it cannot be reached.
    func describe(since mark: ChangeMark) async throws -> CardSourceDescription

    /// What was changed since the state with the token; `nil` asks for everything.
    ///
    /// A source that no longer knows the token, or that has none, answers with the whole list
    /// (``CardChanges/isFullList``); an error is not for that.
    func changes(since token: String?) async throws -> CardChanges

    /// Reads cards, each answered once and in any order; a card that cannot be read is an answer, never an error.
    ///
    /// The caller gives at most ``CardSourceDescription/readBatch`` at once; the source splits them as it likes. Where the
    /// cards are large it may leave some without an answer, so that they need not be in memory together; the caller asks
    /// for those again. At least one is answered.
    func read(_ hrefs: [String]) async throws -> [CardRead]

    /// Writes a card that is not there yet; the source chooses its name, `<uid>.vcf` where that is one.
    ///
    /// - Throws: ``CardSourceError/Code/conflict`` when there is a card of that name or UID already.
    func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite

    /// Replaces a card that still has the tag; without a tag, one that is there.
    ///
    /// - Throws: ``CardSourceError/Code/conflict`` when the card has another tag, ``CardSourceError/Code/gone`` when there
    ///   is none.
    func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite

    /// Removes a card that still has the tag; without a tag, one that is there.
    ///
    /// - Throws: As ``update(_:ifMatch:bytes:)``; a card that is gone is ``CardSourceError/Code/gone``, which the caller
    ///   takes for success.
    func remove(_ href: String, ifMatch etag: String?) async throws
}

extension CardSource {
    /// Finds the cards and says what the source is, for a caller that knows nothing of it yet.
    public func describe() async throws -> CardSourceDescription { try await describe(since: ChangeMark()) }
}

/// What a source is.
public struct CardSourceDescription: Hashable, Sendable {
    /// Who it is: the address of a collection with its account, the path of a folder.
    ///
    /// The same in every pass, and another one when the source is another one. Without secrets; never shown.
    public var identity: String
    /// Who it was until it told that it has moved for good; `nil` when it has not.
    public var formerIdentity: String?
    /// The address to look for it at from now on; `nil` while that is the one where it was looked for.
    public var newAddress: String?
    /// What it is called, for people.
    public var name: String
    /// Whether nothing may be written to it.
    public var isReadOnly = false
    /// Whether it may still show the state before a write for a while, as a lagging replica does.
    public var mayLag = false
    /// The version of new cards; a card that is there is written in the version that it has.
    public var version = VCardVersion.v3
    /// The mark of the present state of all cards; empty when the source has none.
    ///
    /// When it is the one of the last pass, nothing was changed there and ``CardSource/changes(since:)`` is not asked.
    public var mark = ChangeMark()
    /// The largest card that may be written, in bytes.
    public var maximumCardSize: Int?
    /// How many cards ``CardSource/read(_:)`` takes at once.
    public var readBatch = 200
    /// How many cards may be written at the same time.
    public var parallelWrites = 4

    /// Creates a description.
    public init(identity: String, name: String) {
        self.identity = identity
        self.name = name
    }
}

/// What tells one state of all cards of a source from another.
///
/// A source may have two: one that it computes from all cards, and one that costs it less, in a form of its own.
public struct ChangeMark: Hashable, Sendable {
    /// What the source computes from all cards.
    public var tag: String?
    /// What costs the source less; empty when the source has such a mark, but not of the present state.
    public var cheap: String?

    /// Creates a mark.
    public init(tag: String? = nil, cheap: String? = nil) {
        (self.tag, self.cheap) = (tag, cheap)
    }
}

/// A card that a source has, without its content.
public struct CardItem: Hashable, Sendable {
    /// Its name there, as the source wrote it.
    public var href: String
    /// The tag of its present version; equal tags of one card mean equal content.
    public var etag: String

    /// Creates an item.
    public init(href: String, etag: String) {
        self.href = href
        self.etag = etag
    }
}

/// What was changed in a source.
public struct CardChanges: Hashable, Sendable {
    /// Cards that are new or changed; all cards in a full list.
    public var items: [CardItem]
    /// Names of cards that are gone; empty in a full list.
    public var removed: [String] = []
    /// Whether ``items`` are all cards, so that a card which is not among them is gone.
    public var isFullList: Bool
    /// What to ask with the next time; kept once everything was carried out.
    public var token: String?
    /// What was left out and why, a sentence each, for people: names that lead out of the source, files without permission.
    public var notes: [String] = []

    /// Creates changes.
    public init(items: [CardItem], removed: [String] = [], isFullList: Bool, token: String? = nil) {
        self.items = items
        self.removed = removed
        self.isFullList = isFullList
        self.token = token
    }
}

/// The tags of versions, which servers and proxies that compress write in several forms.
enum CardTag {
    /// Returns whether two tags name the same version, ignoring `W/`, quotation marks and a compressing server's suffix.
    static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one == other || core(one) == core(other)
    }

    private static func core(_ tag: String) -> Substring {
        var core = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        let isQuoted = core.count > 1 && core.hasPrefix("\"") && core.hasSuffix("\"")
        if isQuoted { core = core.dropFirst().dropLast() }
        let end = ["--gzip", "-gzip", ";gzip", "-gz"].first { core.hasSuffix($0) && core.count > $0.count }
        return core.dropLast(end?.count ?? 0)
    }
}

/// The answer for one card that was to be read.
public struct CardRead: Hashable, Sendable {
    /// What was found.
    public enum Content: Hashable, Sendable {
        /// The bytes of the card with the tag of just that version.
        case card([UInt8], etag: String)
        /// There is no such card.
        case missing
        /// There is one that cannot be had: too large, refused. The reason is a clause without a full stop.
        case unreadable(String, etag: String?)
    }

    /// The name, as it was asked for.
    public var href: String
    /// What was found.
    public var content: Content

    /// Creates an answer.
    public init(href: String, content: Content) {
        self.href = href
        self.content = content
    }
}

/// What came of writing a card.
public struct CardWrite: Hashable, Sendable {
    /// The name of the card from now on, which may be another one than before.
    public var href: String
    /// The name that it was written to, which counts where another card is known to have ``href``.
    public var sentTo: String
    /// The tag of the version that was written; `nil` when the source does not tell.
    public var etag: String?
    /// Whether the source may have stored other bytes than it was given, or nothing, so that the card has to be read again.
    public var needsReading: Bool

    /// Creates a result.
    public init(href: String, sentTo: String? = nil, etag: String?, needsReading: Bool) {
        self.href = href
        self.sentTo = sentTo ?? href
        self.etag = etag
        self.needsReading = needsReading
    }
}

/// Why a source did not do what it was asked for.
public struct CardSourceError: Error, Hashable, Sendable {
    /// What kind of failure it is, which decides how the pass goes on.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The card there is another one than the caller knows. The pass reads it and decides again.
        case conflict
        /// The card is gone.
        case gone
        /// This card may not be written. It stays as it is there and is named.
        case forbidden
        /// Nothing in this source may be written. The pass goes on in one direction.
        case readOnly
        /// The source does not take this card. It is kept apart and named.
        case invalidCard
        /// This card is too large for the source. It is kept apart and named.
        case tooLarge
        /// There is no room left. Nothing else is written in this pass.
        case quota
        /// The name or password is wrong or missing. The pass stops.
        case authentication
        /// The source cannot be reached at present, or asked for patience. The pass stops; the next one goes on.
        case unavailable
        /// The source is no such source: the folder or the collection does not exist. The pass stops.
        case missing
        /// The source answers what makes no sense. The pass stops.
        case badAnswer
    }

    /// The kind of failure.
    public var code: Code
    /// What happened, for people: a sentence without secrets and without data of contacts.
    public var message: String
    /// When to try again, if the source said so.
    public var retryAfter: Date?

    /// Creates an error.
    public init(_ code: Code, _ message: String, retryAfter: Date? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

extension CardSourceError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
