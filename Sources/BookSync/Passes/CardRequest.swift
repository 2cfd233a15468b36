import Repository

/// A request to a source for one card.
enum CardRequest: Equatable, Sendable {
    case create([UInt8], uid: String)
    case update([UInt8])
    case remove

    /// Sends the request for the card of an item; returns `nil` if nothing was written.
    ///
    /// A card without a name in the source can't be changed or removed there, so nothing is sent.
    ///
    /// - Throws: ``CardSourceError``.
    func send(for item: SyncItem, to source: any CardSource) async throws -> CardWrite? {
        switch (self, item.href) {
        case (.create(let bytes, let uid), _): return try await source.create(bytes, uid: uid)
        case (.update(let bytes), let href?):
            return try await source.update(href, ifMatch: item.etag, bytes: bytes)
        case (.remove, let href?):
            try await source.remove(href, ifMatch: item.etag)
            return nil
        case (.update, nil), (.remove, nil): return nil
        }
    }
}
