import Repository

/// A place that may contain a source's cards; it is a source itself.
package struct CardPlace: Sendable {
    /// The address to store if the cards are found there.
    package var address: String
    /// Whether the last component of its address is the same as the source's.
    package var hasSameName: Bool
    package var source: any CardSource
}

// Finding cards that have moved.
extension SyncPass {
    /// Searches the account's other places for the cards; if one has them, switches to it and describes it.
    ///
    /// If none has them, nothing changes, and the error from the old place is rethrown along with what was found.
    mutating func describeElsewhere(_ loss: CardSourceError) async throws -> CardSourceDescription {
        let (partner, known) = try await store.synchronize(at: now()) { tx in
            (try tx.partner(), KnownCards(try tx.knownCards()))
        }
        let places: [CardPlace]
        do {
            guard let found = try await source.otherPlaces() else { throw loss }
            places = found
        } catch let error as CardSourceError where error.code == .authentication {
            throw CardSourceError(loss.code, "\(loss.message) Other places could not be checked. \(error.message)")
        }
        for place in places {
            do {
                var description = try await place.source.describe()
                guard try await Self.isPlace(place, description, of: partner, known) else { continue }
                source = place.source
                description.formerIdentity = partner?.identity
                description.newAddress = place.address
                return description
            } catch let error as CardSourceError where error.code != .unavailable {
                // This place isn't usable.
            }
        }
        throw Self.lost(loss, places)
    }

    private static func isPlace(
        _ place: CardPlace,
        _ description: CardSourceDescription,
        of partner: SyncPartner?,
        _ known: KnownCards
    ) async throws -> Bool {
        // The last pass found this place, but was interrupted.
        if description.identity == partner?.identity { return true }
        if known.isEmpty { return place.hasSameName }
        return try await known.are(in: place.source, batch: description.readBatch)
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

/// The cards in the ledger, for recognizing them at a different address.
struct KnownCards: Sendable {
    /// Keys that identify the cards: their UIDs, or the bytes of cards without one.
    private let keys: Set<String>

    init(_ cards: [SyncItem]) {
        keys = Set(cards.filter { $0.href != nil }.compactMap { card in card.uid ?? card.base.map { Self.key($0) } })
    }

    var isEmpty: Bool { keys.isEmpty }

    /// Returns whether a source that was already described has these cards: at most a third of the identifiable ones
    /// may be missing.
    func are(in source: any CardSource, batch: Int) async throws -> Bool {
        let hrefs = try await source.changes(since: nil).items.map(\.href)
        var (found, left): (Set<String>, Int) = ([], hrefs.count)
        guard isMost(left) else { return false }
        try await source.read(hrefs, batch: batch) { reads in
            left -= reads.count
            for read in reads {
                guard case .card(let bytes, _) = read.content, let card = try? ParsedCard(bytes) else { continue }
                found.insert(card.contact.uid ?? Self.key(bytes))
            }
            found.formIntersection(keys)
            // Stop once enough are found, or the remaining cards couldn't be enough.
            return !isMost(found.count) && isMost(found.count + left)
        }
        return isMost(found.count)
    }

    private func isMost(_ count: Int) -> Bool { (keys.count - count) * 3 <= keys.count }

    private static func key(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
