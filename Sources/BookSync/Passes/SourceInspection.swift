/// An examination of a source that changes nothing.
package struct SourceInspection: Sendable {
    /// A card that can't be synchronized.
    package struct BadCard: Hashable, Sendable {
        /// The card's name in the source.
        package var href: String
        /// The name in the card, if it can be read.
        package var name: String?
        /// The reason, as a clause without a full stop.
        package var reason: String
    }

    /// The description of the source.
    package var description: CardSourceDescription
    /// Notes on items that the source skipped, a sentence each.
    package var notes: [String] = []
    /// The cards that can't be read.
    package var badCards: [BadCard] = []

    /// Examines the source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - readsCards: Whether all cards are also read, and not only listed.
    /// - Throws: ``CardSourceError``.
    package init(of source: any CardSource, readsCards: Bool) async throws {
        description = try await source.describe()
        guard readsCards else { return }
        let changes = try await source.changes(since: nil)
        notes = changes.notes
        let hrefs = changes.items.map(\.href).sorted()
        let size = max(1, description.readBatch)
        for start in stride(from: 0, to: hrefs.count, by: size) {
            for read in try await source.read(Array(hrefs[start..<min(start + size, hrefs.count)])) {
                guard case .unreadable(let reason, let name, _) = PulledCard(read).content else { continue }
                badCards.append(BadCard(href: read.href, name: name, reason: reason))
            }
        }
    }
}
