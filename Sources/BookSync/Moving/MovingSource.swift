import Repository

/// A source that can be searched for if its cards have moved.
package protocol MovableCardSource: CardSource {
    /// Returns the other places where the cards may be now, each a source of its own.
    ///
    /// - Throws: ``CardSourceError`` when the search fails.
    func otherPlaces() async throws -> [CardPlace]
}

/// A place where the cards of a source may be.
package struct CardPlace: Sendable {
    /// Its address, to be stored if the cards are there.
    package var address: String
    /// Whether the last part of its address is the same as the source's.
    package var hasSameName: Bool
    /// The cards there.
    package var source: any CardSource

    package init(address: String, hasSameName: Bool, source: any CardSource) {
        (self.address, self.hasSameName, self.source) = (address, hasSameName, source)
    }
}

// Finding cards that have moved.
extension SyncPass {
    /// Searches the other places of the account for the cards, and continues with the one that has them.
    ///
    /// - Parameter loss: The error at the old place.
    /// - Returns: The description of that place.
    /// - Throws: ``CardSourceError`` when no place has them; nothing is changed then.
    mutating func describeElsewhere(_ loss: CardSourceError) async throws -> CardSourceDescription {
        let (partner, known) = try await store.synchronize(at: now()) { tx in
            (try tx.partner(), KnownCards(try tx.knownCards()))
        }
        guard let movable = source as? any MovableCardSource else { throw loss }
        let places: [CardPlace]
        do {
            places = try await movable.otherPlaces()
        } catch let error as CardSourceError where error.code == .authentication {
            throw CardSourceError(loss.code, "\(loss.message) Other places could not be looked at. \(error.message)")
        }
        for place in places {
            guard var description = try await Self.description(of: place),
                try await Self.isPlace(place, description, of: partner, known)
            else { continue }
            source = place.source
            description.formerIdentity = partner?.identity
            description.newAddress = place.address
            return description
        }
        throw Self.lost(loss, places)
    }

    /// Returns the description of a place; `nil` for one that can't be used.
    private static func description(of place: CardPlace) async throws -> CardSourceDescription? {
        do {
            return try await place.source.describe()
        } catch let error as CardSourceError where error.code != .unavailable {
            return nil
        }
    }

    private static func isPlace(
        _ place: CardPlace,
        _ description: CardSourceDescription,
        of partner: SyncPartner?,
        _ known: KnownCards
    ) async throws -> Bool {
        // The last pass found it and was interrupted.
        if description.identity == partner?.identity { return true }
        if known.isEmpty { return place.hasSameName }
        do {
            return try await known.are(in: place.source, batch: description.readBatch)
        } catch let error as CardSourceError where error.code != .unavailable {
            return false
        }
    }

    private static func lost(_ loss: CardSourceError, _ places: [CardPlace]) -> CardSourceError {
        let list = places.prefix(5).map { HTTPAddress($0.address).shown }.joined(separator: ", ")
        let rest =
            switch places.count {
            case 0: "No other address book of the account has its cards."
            case 1: "The other address book of the account has other cards: \(list)."
            default:
                "The other address books of the account have other cards: \(list)\(places.count > 5 ? " and others" : "")."
            }
        return CardSourceError(loss.code, "\(loss.message) \(rest) Nothing was changed or removed here.")
    }
}

/// The cards in the ledger, for recognizing them at another address.
struct KnownCards: Sendable {
    /// The number of cards to check before all of them are checked.
    private static let sample = 50

    /// The keys that identify cards, by their names without the path.
    private let keys: [String: String]
    private let all: Set<String>

    init(_ cards: [SyncItem]) {
        var keys: [String: String] = [:]
        for card in cards {
            guard let href = card.href, let key = card.uid ?? card.base.map({ Self.key($0) }) else { continue }
            keys[Self.name(href)] = key
        }
        self.keys = keys
        all = Set(keys.values)
    }

    var isEmpty: Bool { all.isEmpty }

    /// Returns whether a source has these cards: at most a third of the recognizable ones may be missing.
    ///
    /// - Parameters:
    ///   - source: The source, already described.
    ///   - batch: The maximum number of cards in one read.
    /// - Returns: Whether it has them.
    /// - Throws: ``CardSourceError``.
    func are(in source: any CardSource, batch: Int) async throws -> Bool {
        let hrefs = try await source.changes(since: nil).items.map(\.href)
        guard isMost(hrefs.count, of: all.count) else { return false }
        // Most servers keep the names of cards, so a sample shows whether cards of the same name are the same.
        let named = hrefs.filter { keys[Self.name($0)] != nil }
        if isMost(named.count, of: all.count) {
            let looked = Array(named.prefix(Self.sample))
            let same = try await cards(looked, of: source).count { href, key in keys[Self.name(href)] == key }
            if isMost(same, of: looked.count) { return true }
        }
        // Another address book of the account may be large, so it is only read if some of its cards are known.
        let step = max(1, hrefs.count / (Self.sample * 2))
        let some = try await cards(stride(from: 0, to: hrefs.count, by: step).map { hrefs[$0] }, of: source)
        guard some.contains(where: { all.contains($0.key) }) else { return false }
        var found: Set<String> = []
        for start in stride(from: 0, to: hrefs.count, by: max(1, batch)) {
            let part = Array(hrefs[start..<min(start + max(1, batch), hrefs.count)])
            found.formUnion(try await cards(part, of: source).map(\.key).filter(all.contains))
            if isMost(found.count, of: all.count) { return true }
            // The remaining cards can't be enough.
            if !isMost(found.count + hrefs.count - start - part.count, of: all.count) { return false }
        }
        return false
    }

    private func isMost(_ part: Int, of count: Int) -> Bool { (count - part) * 3 <= count }

    /// Reads cards of a source, and returns those that are valid with their UIDs or, without one, their bytes.
    private func cards(_ hrefs: [String], of source: any CardSource) async throws -> [(href: String, key: String)] {
        var cards: [(href: String, key: String)] = []
        var waiting = Set(hrefs)
        while !waiting.isEmpty {
            // A read may leave cards out that are too large together.
            let reads = try await source.read(waiting.sorted())
            guard !reads.isEmpty else { break }
            for read in reads {
                waiting.remove(read.href)
                guard case .card(let bytes, _) = read.content, let card = try? ParsedCard(bytes) else { continue }
                cards.append((read.href, card.contact.uid ?? Self.key(bytes)))
            }
        }
        return cards
    }

    private static func key(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func name(_ href: String) -> String {
        PercentEncoding.decoded(String(href.split(separator: "/").last ?? ""))
    }
}
