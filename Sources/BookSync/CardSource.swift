package import Primitives
import Repository
import Synchronization
package import VCard

/// A source of cards that a book synchronizes with: a folder of vCards, or an address book on a CardDAV server.
///
/// A pass calls one method at a time, except that several calls of ``read(_:)``, ``create(_:uid:)``,
/// ``update(_:ifMatch:bytes:)`` and ``remove(_:ifMatch:)`` for different cards may be in flight. A source keeps no
/// state between passes: anything to remember is part of its results and stored in the book's ledger. All methods throw
/// ``CardSourceError``, or `CancellationError` as soon as their task is cancelled.
package protocol CardSource: Sendable {
    /// Locates the cards and describes the source; the first call of every pass.
    ///
    /// - Throws: ``CardSourceError`` if the source doesn't exist or can't be reached.
    func describe() async throws -> CardSourceDescription

    /// Returns the changes since the state that the token represents, or everything for `nil`.
    ///
    /// A source that no longer knows the token, or that has no tokens, returns the full list (``CardChanges/isFullList``)
    /// instead of throwing an error.
    func changes(since token: String?) async throws -> CardChanges

    /// Reads cards and returns each once, in any order; a card that can't be read is a result, not an error.
    ///
    /// The caller passes at most ``CardSourceDescription/readBatch`` names, which the source may split further. If the
    /// cards are large, the source may skip some to limit memory; the caller requests those again. At least one is
    /// returned.
    func read(_ hrefs: [String]) async throws -> [CardRead]

    /// Writes a new card; the source chooses its name, `<uid>.vcf` if possible.
    ///
    /// - Throws: ``CardSourceError/Code/conflict`` if a card with that name or UID already exists.
    func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite

    /// Replaces a card that still has the given tag; with `nil`, any existing version.
    ///
    /// - Throws: ``CardSourceError/Code/conflict`` if the card has another tag, ``CardSourceError/Code/gone`` if it
    ///   doesn't exist.
    func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite

    /// Removes a card that still has the given tag; with `nil`, any existing version.
    ///
    /// - Throws: The same as ``update(_:ifMatch:bytes:)``; the caller treats ``CardSourceError/Code/gone`` as
    ///   success.
    func remove(_ href: String, ifMatch etag: String?) async throws

    /// Returns other places where the cards may be now; `nil`, the default, if this kind of source never moves cards.
    ///
    /// - Throws: ``CardSourceError`` if the search fails.
    func otherPlaces() async throws -> [CardPlace]?
}

extension CardSource {
    package func otherPlaces() async throws -> [CardPlace]? { nil }

    /// Reads cards in batches, repeating those that a read skipped, until `take` returns `false`.
    func read(_ hrefs: [String], batch: Int, _ take: ([CardRead]) async throws -> Bool) async throws {
        var waiting = hrefs[...]
        var asked: [String] = []
        var reads: [CardRead] = []
        repeat {
            let known = Set(reads.map { CardKey($0.href) })
            if !reads.isEmpty { waiting = asked.filter { !known.contains($0) } + waiting }
            let following = Array(waiting.prefix(max(1, batch)))
            waiting = waiting.dropFirst(following.count)
            // The source works on the next cards while these are stored.
            async let next = following.isEmpty ? [] : read(following)
            if !asked.isEmpty, try await !take(reads) { return }
            (asked, reads) = (following, try await next)
        } while !asked.isEmpty
    }

    /// Reads all cards and returns the ones that can't be synchronized, each with the reason as a clause without a
    /// period, and the notes on skipped items.
    package func problems(
        batch: Int
    ) async throws -> (cards: [(name: String, reason: String)], notes: [String]) {
        let changes = try await changes(since: nil)
        var cards: [(name: String, reason: String)] = []
        try await read(changes.items.map(\.href).sorted(), batch: batch) { reads in
            for read in reads {
                guard case .failure(let problem)? = PulledCard(read).card else { continue }
                cards.append((problem.name.map { "“\($0)” (\(read.href))" } ?? "“\(read.href)”", problem.reason))
            }
            return true
        }
        return (cards, changes.notes)
    }
}

/// Transforms elements, at most `limit` concurrently; starts no more after a result for which `isLast` is true.
func mapConcurrently<Element: Sendable, Result: Sendable>(
    _ elements: [Element],
    limit: Int,
    until isLast: (Result) -> Bool = { _ in false },
    _ transform: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
    try await withThrowingTaskGroup(of: Result.self) { group in
        var waiting = elements[...]
        var results: [Result] = []
        for _ in 0..<limit {
            if let element = waiting.popFirst() { group.addTask { try await transform(element) } }
        }
        while let result = try await group.next() {
            results.append(result)
            if isLast(result) { waiting = [] }
            if let element = waiting.popFirst() { group.addTask { try await transform(element) } }
        }
        return results
    }
}

/// A description of a source.
package struct CardSourceDescription: Hashable, Sendable {
    /// The source's identity: a collection's URL with the account, or a folder's path.
    ///
    /// Stays the same in every pass and differs from every other source's. Contains no secrets, and is never displayed.
    package var identity: String
    /// The identity before a permanent redirect; `nil` without one.
    package var formerIdentity: String?
    /// The new address to use from now on; `nil` if the current one still works.
    package var newAddress: String?
    package var name: String
    package var isReadOnly = false
    /// Whether the source may return an outdated state for a while after a write, like a lagging replica.
    package var mayLag = false
    /// The vCard version for new cards; existing cards keep theirs.
    package var version = VCardVersion.v3
    /// A tag for the current state of all cards; `nil` if the source has none.
    ///
    /// If it is the same as in the last pass, nothing has changed and ``CardSource/changes(since:)`` isn't called.
    package var changeTag: String?
    /// The maximum number of cards per ``CardSource/read(_:)``.
    package var readBatch = 200
    package var parallelWrites = 4

    package init(identity: String, name: String) {
        self.identity = identity
        self.name = name
    }
}

/// A card in a source, without its content.
package struct CardItem: Hashable, Sendable {
    /// The card's name, as the source wrote it.
    package var href: String
    /// The current version's tag; equal tags of the same card mean equal content.
    package var etag: String

    package init(href: String, etag: String) {
        self.href = href
        self.etag = etag
    }
}

/// The changes in a source since a token.
package struct CardChanges: Hashable, Sendable {
    /// New or changed cards; all cards in a full list.
    package var items: [CardItem]
    /// The names of removed cards; empty in a full list.
    package var removed: [String] = []
    /// Whether ``items`` contains all cards, so that any missing card was removed.
    package var isFullList: Bool
    /// The token for the next pass; stored once all changes are applied.
    package var token: String?
    /// Notes on skipped items for the user, one sentence each: names outside the source, files without permission.
    package var notes: [String] = []

    package init(items: [CardItem], removed: [String] = [], isFullList: Bool, token: String? = nil) {
        self.items = items
        self.removed = removed
        self.isFullList = isFullList
        self.token = token
    }
}

/// Compares version tags, which servers write in several forms.
enum CardTag {
    /// Returns whether two tags identify the same version, ignoring `W/` and quotation marks.
    static func areSame(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one == other || core(one) == core(other)
    }

    private static func core(_ tag: String) -> Substring {
        let core = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
        let isQuoted = core.count > 1 && core.hasPrefix("\"") && core.hasSuffix("\"")
        return isQuoted ? core.dropFirst().dropLast() : core
    }
}

/// The result of reading one card.
package struct CardRead: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// The card's bytes, with the tag of exactly that version.
        case card([UInt8], etag: String)
        case missing
        /// The card exists but can't be read; the reason is a clause without a period.
        case unreadable(String, etag: String?)
    }

    /// The name that was requested.
    package var href: String
    package var content: Content

    package init(href: String, content: Content) {
        self.href = href
        self.content = content
    }
}

/// The result of writing a card.
package struct CardWrite: Hashable, Sendable {
    /// The card's name from now on, which may be a new one.
    package var href: String
    /// The name that it was written to; used if ``href`` already belongs to another card.
    package var sentTo: String
    /// The tag of the written version; `nil` if the source doesn't return one.
    package var etag: String?
    /// Whether the source may have stored different bytes, or nothing, so that the card has to be read again.
    package var needsReading: Bool

    package init(href: String, sentTo: String? = nil, etag: String?, needsReading: Bool) {
        self.href = href
        self.sentTo = sentTo ?? href
        self.etag = etag
        self.needsReading = needsReading
    }
}

/// An error of a source.
package struct CardSourceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, which determines how the pass continues.
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The card was changed in the source. The pass reads it and decides again.
        case conflict
        case gone
        /// This card can't be written for lack of permission. It stays unchanged in the source, and is reported.
        case forbidden
        /// The source is read-only. The pass only applies the source's changes.
        case readOnly
        /// The source rejects this card as invalid. It is set aside and reported.
        case invalidCard
        /// This card is too large for the source. It is set aside and reported.
        case tooLarge
        /// The source is full. The pass writes nothing else.
        case quota
        /// The name or password is wrong or missing. The pass stops.
        case authentication
        /// The source can't be reached at the moment, or asks clients to wait. The pass stops; the next one continues.
        case unavailable
        /// The folder or the collection doesn't exist. The pass stops.
        case missing
        /// The source's response makes no sense. The pass stops.
        case badAnswer
    }

    package var code: Code
    /// The message for the user: a sentence without secrets or contact data.
    package var message: String
    /// The time of the next attempt, if the source specified one.
    package var retryAfter: Date?

    package init(_ code: Code, _ message: String, retryAfter: Date? = nil) {
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }

    /// Whether the error ends the pass.
    var endsPass: Bool { [.authentication, .unavailable, .missing, .badAnswer].contains(code) }

    /// Whether the pass must not send any other write.
    var endsWriting: Bool { endsPass || code == .readOnly || code == .quota }

    package var description: String { message }
}

/// A card's bytes, in the form that all sources return.
enum CardBytes {
    /// The maximum card size in bytes.
    static let limit = 16 << 20
    static let tooLarge = "it is larger than \(limit >> 20) MB"

    /// Returns the bytes with `\r\n` line breaks and without a byte order mark.
    ///
    /// XML turns line breaks into `\n`, so the same card could arrive in two forms.
    static func normalized(_ bytes: [UInt8]) -> [UInt8] {
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        var normalized: [UInt8] = []
        normalized.reserveCapacity(bytes.count + bytes.count / 32)
        for byte in hasMark ? bytes[3...] : bytes[...] {
            if byte == UInt8(ascii: "\n"), normalized.last != UInt8(ascii: "\r") {
                normalized.append(UInt8(ascii: "\r"))
            }
            normalized.append(byte)
        }
        return normalized
    }
}

/// A limit on the total size of cards in memory; cards that exceed it are requested again.
final class ReadBudget: Sendable {
    private static let limit = 4 << 20
    private let used = Mutex(0)

    /// Whether there's room for another card, whatever its size.
    var isOpen: Bool { used.withLock { $0 < Self.limit } }

    /// Counts a card's bytes; returns `false` if there's no room for it.
    func take(_ count: Int) -> Bool {
        used.withLock { used in
            guard used < Self.limit else { return false }
            used += count
            return true
        }
    }

    func take(_ read: CardRead) {
        if case .card(let bytes, _) = read.content { _ = take(bytes.count) }
    }
}
