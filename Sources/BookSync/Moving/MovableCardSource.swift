/// A source that can be looked for when its cards are not where they were.
package protocol MovableCardSource: CardSource {
    /// The other places where the cards may be now, each a source of its own.
    ///
    /// - Throws: ``CardSourceError`` when it cannot be found out.
    func otherPlaces() async throws -> [CardPlace]
}

/// A place where the cards of a source may be.
package struct CardPlace: Sendable {
    /// Its address, to be kept when the cards are there.
    package var address: String
    /// Whether the last part of its address is that of the source.
    package var hasSameName: Bool
    /// The cards there.
    package var source: any CardSource

    package init(address: String, hasSameName: Bool, source: any CardSource) {
        (self.address, self.hasSameName, self.source) = (address, hasSameName, source)
    }
}
