/// A source that is only read: writing to it seems to succeed.
package struct TrialSource: CardSource {
    private let source: any CardSource

    package init(_ source: any CardSource) {
        self.source = source
    }

    package func describe() async throws -> CardSourceDescription { try await source.describe() }

    package func changes(since token: String?) async throws -> CardChanges { try await source.changes(since: token) }

    package func read(_ hrefs: [String]) async throws -> [CardRead] { try await source.read(hrefs) }

    package func otherPlaces() async throws -> [CardPlace]? {
        try await source.otherPlaces()?.map { place in
            CardPlace(address: place.address, hasSameName: place.hasSameName, source: TrialSource(place.source))
        }
    }

    package func create(_ bytes: [UInt8], uid: String) async throws -> CardWrite {
        CardWrite(href: "trial:" + uid, etag: "trial", needsReading: false)
    }

    package func update(_ href: String, ifMatch etag: String?, bytes: [UInt8]) async throws -> CardWrite {
        CardWrite(href: href, etag: "trial", needsReading: false)
    }

    package func remove(_ href: String, ifMatch etag: String?) async throws {}
}
