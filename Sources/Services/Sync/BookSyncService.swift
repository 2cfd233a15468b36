package import BookSync
package import Primitives
package import Repository

package struct BookSyncRequest: Equatable, Codable, Sendable {
    package var options: SyncOptions
    /// Whether this is a dry run, which changes nothing on either side.
    package var isTrial: Bool

    package init(_ options: SyncOptions = SyncOptions(), isTrial: Bool = false) {
        self.options = options
        self.isTrial = isTrial
    }
}

/// Synchronizes a book with its two-way source.
package protocol BookSyncService: Sendable {
    /// Runs one pass.
    ///
    /// If the conflict rule is to ask, `ask` is called for each conflict and returns which side to keep for each field;
    /// it is `nil` if the user can't be asked.
    ///
    /// - Throws: `SyncRefusal` before a mass removal; `CardSourceError`; `RepositoryError`.
    func synchronize(
        _ request: BookSyncRequest,
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])?,
        progress: @escaping @Sendable (SyncPassProgress) -> Void
    ) async throws -> SyncReport
}

/// Synchronizes a book's store with a source that is created on demand.
package struct StoreBookSyncService: BookSyncService {
    private let store: SQLiteContactDAO
    private let source: @Sendable () async throws -> any CardSource
    private let moved: @Sendable (String) throws -> Void

    /// Creates a service; `moved` stores the new address of a source that has moved.
    package init(
        store: SQLiteContactDAO,
        moved: @escaping @Sendable (String) throws -> Void = { _ in },
        source: @escaping @Sendable () async throws -> any CardSource
    ) {
        self.store = store
        self.moved = moved
        self.source = source
    }

    /// Runs one pass; a dry run works on a copy of the store, which is removed afterwards.
    package func synchronize(
        _ request: BookSyncRequest,
        ask: (@Sendable (SyncConflict) async throws -> [String: ConflictSide])?,
        progress: @escaping @Sendable (SyncPassProgress) -> Void
    ) async throws -> SyncReport {
        let source = try await source()
        guard request.isTrial else {
            var pass = SyncPass(store: store, source: source, options: request.options, ask: ask, progress: progress)
            let report = try await pass.run()
            // The ledger already has the new address, so a pass interrupted before this line finds it again.
            if let address = report.newAddress { try moved(address) }
            return report
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "contacts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700]
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "contacts.db").path
        // Without a database, there is nothing to copy.
        let isSynchronized = try await store.hasLedger()
        let count = try await store.count(ContactFilter())
        if isSynchronized || count > 0 { try await store.backup(to: path) }
        let copy = SQLiteContactDAO(path: path)
        var pass = SyncPass(store: copy, source: source, options: request.options, isTrial: true, progress: progress)
        let report = await Result(awaiting: { try await pass.run() })
        await copy.close()
        return try report.get()
    }
}

/// Lists the versions of contacts that lost in synchronization conflicts.
public protocol LostVersionService: Sendable {
    /// Returns the most recent losing versions, the latest first.
    func lostVersions(limit: Int) async throws -> [LostVersion]
}

/// A version of a contact that lost in a conflict.
public struct LostVersion: Equatable, Codable, Sendable {
    package var date: Date
    package var name: String
    package var contact: ContactID
    /// The losing version and the current contact, which is `nil` if it was removed.
    package var change: HistoryChange
    /// The losing version as a vCard.
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
            // The card may have received its UID only when it was stored at the source.
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
