import Repository

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
