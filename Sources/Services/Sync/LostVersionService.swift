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
    package var name: String
    package var contact: ContactID
    /// The version that lost, and the contact as it is now, or `nil` if that was removed.
    package var change: HistoryChange
    /// The version that lost, as a vCard.
    package var card: String
}

extension SQLiteContactDAO: LostVersionService {
    package func lostVersions(limit: Int) async throws -> [LostVersion] {
        try RepositoryError.requirePositive(limit, "contacts")
        let losers = try self.losers(limit: limit)
        guard !losers.isEmpty else { return [] }
        let present = try contacts(withIDs: Array(Set(losers.map(\.loser.contact))))
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
