/// What can be found out about a source without changing anything.
package struct SourceInspection: Sendable {
    /// A card that cannot be synchronized.
    package struct BadCard: Hashable, Sendable {
        /// The name of the card there.
        package var href: String
        /// What it calls itself, if that can be read.
        package var name: String?
        /// Why: a clause without a full stop.
        package var reason: String
    }

    /// What the source says of itself.
    package var description: CardSourceDescription
    /// What it left out, a sentence each.
    package var notes: [String] = []
    /// The cards that cannot be read, by their names.
    package var badCards: [BadCard] = []

    /// Looks at the source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - readsCards: Whether all cards are read, too, and not only listed.
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
