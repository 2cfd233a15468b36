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
    /// The source at this place.
    package var source: any CardSource

    package init(address: String, hasSameName: Bool, source: any CardSource) {
        (self.address, self.hasSameName, self.source) = (address, hasSameName, source)
    }
}
