import BookSync
package import Primitives
package import Repository

/// Lists the versions of contacts that lost in conflicts of a synchronization.
public protocol LostVersionService: Sendable {
    /// Returns the last versions that lost, the last first.
    func lostVersions(limit: Int) async throws -> [LostVersion]
}

/// A version of a contact that lost in a conflict.
public struct LostVersion: Equatable, Codable, Sendable {
    package var date: Date
    /// The name in this version.
    package var name: String
    package var contact: ContactID
    /// The version that lost, and the contact as it is now, or `nil` if that was removed.
    package var change: HistoryChange
    /// The version that lost, as a vCard.
    package var card: String

    package init(date: Date, name: String, contact: ContactID, change: HistoryChange, card: String) {
        self.date = date
        self.name = name
        self.contact = contact
        self.change = change
        self.card = card
    }
}

/// Reads the versions that lost from the ledger of a store.
package struct StoreLostVersionService: LostVersionService {
    private let store: SQLiteContactDAO

    package init(store: SQLiteContactDAO) {
        self.store = store
    }

    package func lostVersions(limit: Int) async throws -> [LostVersion] {
        guard limit >= 1 else {
            throw RepositoryError(.invalidInput, "\(limit) is not a number of contacts. Give 1 or more.")
        }
        let losers = try await store.losers(limit: limit)
        guard !losers.isEmpty else { return [] }
        let present = try await store.contacts(withIDs: Array(Set(losers.map(\.loser.contact))))
        let contacts = Dictionary(present.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return losers.map { date, loser in
            let id = loser.contact
            var lost = CardText.contact(loser.card, as: id)
            // The card of the source may have got its UID only when it was stored there.
            if let now = contacts[id] { lost?.uid = now.uid }
            return LostVersion(
                date: date,
                name: loser.name,
                contact: id,
                change: HistoryChange(
                    id: id,
                    before: lost.map(CardText.shown),
                    after: contacts[id].map(CardText.shown)
                ),
                card: String(decoding: loser.card, as: UTF8.self)
            )
        }
    }
}
