/// An examination of a source that changes nothing.
package struct SourceInspection: Sendable {
    package struct BadCard: Hashable, Sendable {
        package var href: String
        /// The name in the card, if it can be read.
        package var name: String?
        /// The reason, as a clause without a full stop.
        package var reason: String
    }

    package var description: CardSourceDescription
    /// Notes on items that the source skipped, a sentence each.
    package var notes: [String] = []
    package var badCards: [BadCard] = []

    /// Examines a source; if asked, its cards are read, too.
    package init(of source: any CardSource, readsCards: Bool) async throws {
        description = try await source.describe()
        guard readsCards else { return }
        let changes = try await source.changes(since: nil)
        notes = changes.notes
        var badCards: [BadCard] = []
        try await source.read(changes.items.map(\.href).sorted(), batch: description.readBatch) { reads in
            for read in reads {
                guard case .failure(let problem)? = PulledCard(read).card else { continue }
                badCards.append(BadCard(href: read.href, name: problem.name, reason: problem.reason))
            }
            return true
        }
        self.badCards = badCards
    }
}
