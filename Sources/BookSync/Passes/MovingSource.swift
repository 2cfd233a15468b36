import Repository

/// A place where the cards of a source may be, which is a source of its own.
package struct CardPlace: Sendable {
    /// Its address, to be stored if the cards are there.
    package var address: String
    /// Whether the last part of its address is the same as the source's.
    package var hasSameName: Bool
    package var source: any CardSource
}

// Finding cards that have moved.
extension SyncPass {
    /// Searches the other places of the account for the cards, continues with the one that has them, and describes it.
    ///
    /// If no place has them, nothing is changed, and the error at the old place is thrown with what was found elsewhere.
    mutating func describeElsewhere(_ loss: CardSourceError) async throws -> CardSourceDescription {
        let (partner, known) = try await store.synchronize(at: now()) { tx in
            (try tx.partner(), KnownCards(try tx.knownCards()))
        }
        let places: [CardPlace]
        do {
            guard let found = try await source.otherPlaces() else { throw loss }
            places = found
        } catch let error as CardSourceError where error.code == .authentication {
            throw CardSourceError(loss.code, "\(loss.message) Other places could not be looked at. \(error.message)")
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
                // This place can't be used.
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
        // The last pass found it and was interrupted.
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

/// The cards in the ledger, for recognizing them at another address.
struct KnownCards: Sendable {
    /// The keys that identify the cards: their UIDs or, without one, their bytes.
    private let keys: Set<String>

    init(_ cards: [SyncItem]) {
        keys = Set(cards.filter { $0.href != nil }.compactMap { card in card.uid ?? card.base.map { Self.key($0) } })
    }

    var isEmpty: Bool { keys.isEmpty }

    /// Returns whether a source, which was described, has these cards: at most a third of the recognizable ones may be
    /// missing.
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
            // Enough are there, or the remaining cards can't be enough.
            return !isMost(found.count) && isMost(found.count + left)
        }
        return isMost(found.count)
    }

    private func isMost(_ count: Int) -> Bool { (keys.count - count) * 3 <= keys.count }

    private static func key(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
