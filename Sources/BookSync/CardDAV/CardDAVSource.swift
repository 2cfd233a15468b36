import Repository
import Synchronization
import VCard

/// An address book on a CardDAV server (RFC 6352).
package final class CardDAVSource: CardSource {
    /// The maximum number of cards in a `multiget` request; Radicale needs 1.5 times as long with 50 of them.
    static let batch = 200
    static let vCard4Type = "text/vcard; version=4.0"

    /// The server's capabilities, as found by `describe` for later requests.
    struct Abilities: Sendable {
        var collection: DAVCollection
        /// The prefix of stored tokens; see ``marked(_:)``.
        var place = ""
        var hasSync = true
        var hasMultiget = true
        var hasVersion4 = false
        /// The number of cards in a `multiget` request; reduced if they are large.
        var batch = CardDAVSource.batch

        /// Returns a token or tag to store, prefixed with the target's URL if the server redirects temporarily.
        ///
        /// Card names depend on that URL, so if it changes, all cards have to be listed again.
        func marked(_ token: String?) -> String? { token.map { place + $0 } }

        /// Returns the token without its prefix; `nil` if it was stored for another URL.
        func unmarked(_ token: String?) -> String? {
            guard let token, token.hasPrefix(place) else { return nil }
            return place.isEmpty && token.hasPrefix(Self.start) ? nil : String(token.dropFirst(place.count))
        }

        static let start = "at "
    }

    let client: DAVClient
    private let abilities: Mutex<Abilities>
    private let search: (@Sendable () async throws -> [CardDAVBook])?

    /// - Parameters:
    ///   - address: The URL of the address book, as found by ``CardDAVDiscovery``.
    ///   - client: The client for that URL's origin.
    ///   - search: Finds the account's other address books on that origin, in case this one is gone.
    /// - Throws: ``CardSourceError`` if the URL is invalid or has another origin.
    package init(
        address: String,
        client: DAVClient,
        search: (@Sendable () async throws -> [CardDAVBook])? = nil
    ) throws(CardSourceError) {
        guard let collection = DAVCollection(url: address), collection.origin == client.origin else {
            throw CardSourceError(
                .missing,
                "“\(HTTPAddress.withoutSecrets(address))” isn't the address of an address book on \(client.shownOrigin)."
            )
        }
        self.client = client
        self.search = search
        abilities = Mutex(Abilities(collection: collection))
    }

    var known: Abilities { abilities.withLock { $0 } }

    // MARK: - Description

    package func describe() async throws -> CardSourceDescription {
        let configured = known.collection
        return try await DAVFailures.translated(client.shownOrigin) {
            let listing: DAVListing<DAVResponse>
            do {
                listing = try await client.multistatus("PROPFIND", configured.url, body: DAVBodies.collection) { $0 }
            } catch let reply as DAVReply {
                throw Self.unusable(reply, shown: configured.shown)
            }
            // After a redirect within the origin, the hrefs are relative to its target.
            let collection = DAVCollection(url: listing.url) ?? configured
            let own = listing.items.first { $0.href.map(collection.place) == .collection }
            guard let properties = (own ?? listing.items.first)?.properties else {
                throw CardSourceError(.badAnswer, "The server does not say what \(collection.shown) is.")
            }
            guard properties.isAddressBook || !properties.hasResourceType else {
                throw CardSourceError(.missing, "\(collection.shown) exists, but it isn't an address book.")
            }
            let isMoved = listing.isMoved && collection.url != configured.url
            var abilities = Abilities(
                collection: collection,
                hasSync: properties.reports.isEmpty || properties.reports.contains("sync-collection"),
                hasMultiget: properties.reports.isEmpty || properties.reports.contains("addressbook-multiget"),
                hasVersion4: properties.cardVersions.contains("4.0")
            )
            if !isMoved, collection.url != configured.url { abilities.place = "\(Abilities.start)\(collection.path) " }
            self.abilities.withLock { [abilities] in $0 = abilities }
            var description = description(of: properties, at: isMoved ? collection : configured)
            if isMoved {
                description.formerIdentity = identity(configured)
                description.newAddress = collection.shown
            }
            if description.changeTag == nil { description.changeTag = try await presentToken(collection) }
            description.changeTag = abilities.marked(description.changeTag)
            return description
        }
    }

    /// Requests the current token from servers that lack `getctag` or reject a sync without a token.
    func presentToken(_ collection: DAVCollection) async throws -> String? {
        do {
            return try await client.multistatus("PROPFIND", collection.url, body: DAVBodies.token) { response in
                response.properties.syncToken
            }.items.first
        } catch is DAVReply {
            return nil
        }
    }

    private func identity(_ collection: DAVCollection) -> String { "carddav \(collection.url) \(client.user ?? "")" }

    private func description(of properties: DAVProperties, at configured: DAVCollection) -> CardSourceDescription {
        let name = DisplaySafeText.line(properties.displayName ?? "")
        var description = CardSourceDescription(
            identity: identity(configured),
            name: name.isEmpty ? configured.shown : name
        )
        description.isReadOnly = properties.isReadOnly
        description.mayLag = true
        description.version = properties.cardVersions.contains("4.0") ? .v4 : .v3
        description.changeTag = properties.changeTag
        description.readBatch = Self.batch * DAVClient.parallelRequests
        description.parallelWrites = DAVClient.parallelRequests
        return description
    }

    // MARK: - Other places

    package func otherPlaces() async throws -> [CardPlace]? {
        guard let search else { return [] }
        let own = known.collection
        return try await search().compactMap { book in
            guard let collection = DAVCollection(url: book.url), collection.origin == client.origin,
                collection.url != own.url
            else { return nil }
            return CardPlace(
                address: collection.shown,
                hasSameName: collection.name == own.name,
                source: try CardDAVSource(address: collection.url, client: client)
            )
        }
    }

    private static func unusable(_ reply: DAVReply, shown: String) -> CardSourceError {
        switch reply.status {
        case 404, 410: CardSourceError(.missing, "There is no address book at \(shown) (\(reply.status)).")
        case 403: CardSourceError(.authentication, "The account may not read the address book at \(shown) (403).")
        case 405, 501: CardSourceError(.missing, "The server at \(shown) isn't a CardDAV server (\(reply.status)).")
        case 500...: CardSourceError(.unavailable, "The server at \(shown) failed (\(reply.status)).")
        default:
            CardSourceError(.badAnswer, "The server at \(shown) returned status \(reply.status) for the address book.")
        }
    }
}

/// Converts HTTP, XML and WebDAV errors to ``CardSourceError``.
enum DAVFailures {
    /// Runs `body`, converting its errors to ``CardSourceError``.
    static func translated<Result>(_ origin: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as HTTPTransportError {
            throw of(error, origin: origin)
        } catch let error as XMLFault {
            throw of(error, origin: origin)
        } catch let reply as DAVReply {
            throw of(reply.status, origin: origin)
        } catch let error as DAVElsewhere {
            throw error.refusal
        }
    }

    private static func of(_ status: Int, origin: String) -> CardSourceError {
        switch status {
        // It existed when the pass began.
        case 404, 410: CardSourceError(.missing, "The server \(origin) no longer has the address book (\(status)).")
        case 500...: CardSourceError(.unavailable, "The server \(origin) responded with status \(status).")
        default: CardSourceError(.badAnswer, "The server \(origin) responded with status \(status).")
        }
    }

    static func of(_ error: HTTPTransportError, origin: String) -> CardSourceError {
        let code: CardSourceError.Code =
            switch error.kind {
            case .refused, .unknownHost, .unreachable, .timedOut, .brokenOff, .libraryMissing: .unavailable
            case .untrusted, .tooLarge, .redirection, .invalidURL, .misconfigured: .badAnswer
            }
        return CardSourceError(code, "The server \(origin) cannot be used: \(error.message).")
    }

    private static func of(_ fault: XMLFault, origin: String) -> CardSourceError {
        switch fault {
        case .libraryMissing: CardSourceError(.unavailable, "CardDAV needs an XML parser: \(fault).")
        case .webPage:
            CardSourceError(
                .badAnswer,
                "The server \(origin) answered with a web page, not an address book. Give the CardDAV address, which is in "
                    + "the provider's settings or help; a browser shows the address of the web page."
            )
        default:
            CardSourceError(
                .badAnswer,
                "The server \(origin) doesn't answer like an address book: \(fault). Check the address."
            )
        }
    }
}

extension CardDAVSource {
    package func read(_ hrefs: [String]) async throws -> [CardRead] {
        let known = known
        return try await DAVFailures.translated(client.shownOrigin) {
            let size = known.batch
            let batches = stride(from: 0, to: hrefs.count, by: size).map {
                Array(hrefs[$0..<min($0 + size, hrefs.count)])
            }
            let budget = ReadBudget()
            return try await mapConcurrently(batches, limit: DAVClient.parallelRequests) { batch in
                try await self.read(batch, known, budget)
            }.flatMap(\.self)
        }
    }

    private func read(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        guard known.hasMultiget, self.known.hasMultiget else {
            return try await readSingly(batch, known, budget)
        }
        guard budget.isOpen else { return [] }
        let found: [CardKey: CardRead.Content?]
        do {
            found = try await multiget(batch, known, budget)
        } catch let reply as DAVReply {
            switch reply.status {
            case 400, 403, 404, 405, 415, 422, 501:
                // The server doesn't support the report, even if it claims to.
                if batch.count > 1 { abilities.withLock { $0.hasMultiget = false } }
                return try await readSingly(batch, known, budget)
            default: return try await readHalves(batch, known, budget)
            }
        } catch is XMLFault {
            // One card with invalid bytes makes the whole response invalid.
            return try await readHalves(batch, known, budget)
        } catch let error as HTTPTransportError where error.kind == .tooLarge || error.kind == .brokenOff {
            return try await readHalves(batch, known, budget)
        }
        var reads: [CardRead] = []
        for href in batch {
            switch known.collection.key(of: href).flatMap({ found[CardKey($0)] }) {
            case .some(.some(let content)): reads.append(CardRead(href: href, content: content))
            case .some(.none): abilities.withLock { $0.batch = max(4, known.batch / 2) }
            case .none: reads += try await readSingly([href], known, budget)
            }
        }
        return reads
    }

    private func readHalves(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        guard batch.count > 1 else { return try await readSingly(batch, known, budget) }
        let middle = batch.count / 2
        return try await read(Array(batch[..<middle]), known, budget)
            + read(Array(batch[middle...]), known, budget)
    }

    private func readSingly(_ batch: [String], _ known: Abilities, _ budget: ReadBudget) async throws -> [CardRead] {
        var reads: [CardRead] = []
        for href in batch where budget.isOpen {
            let read = try await readOne(href, known)
            budget.take(read)
            reads.append(read)
        }
        return reads
    }

    /// Fetches several cards and returns them by key; `nil` for a card that doesn't fit into the budget.
    private func multiget(
        _ batch: [String],
        _ known: Abilities,
        _ budget: ReadBudget
    ) async throws -> [CardKey: CardRead.Content?] {
        let body = DAVBodies.multiget(batch, version4: known.hasVersion4)
        let listing = try await client.multistatus("REPORT", known.collection.url, body: body) {
            response -> (key: String, content: CardRead.Content?)? in
            guard let key = response.href.flatMap(known.collection.key) else { return nil }
            if response.status == 404 || response.status == 410 { return (key, .missing) }
            let properties = response.properties
            guard let etag = properties.etag else { return nil }
            if properties.isCardTooLarge { return (key, .unreadable(CardBytes.tooLarge, etag: etag)) }
            guard let card = properties.card else { return nil }
            return (key, budget.take(card.count) ? .card(CardBytes.normalized(card), etag: etag) : nil)
        }
        return Dictionary(listing.items.map { (CardKey($0.key), $0.content) }) { _, last in last }
    }

    func readOne(_ href: String, _ known: Abilities) async throws -> CardRead {
        guard let path = known.collection.rawPath(href), known.collection.key(of: href) != nil else {
            return CardRead(href: href, content: .unreadable("its name is outside the address book", etag: nil))
        }
        let accept = known.hasVersion4 ? "\(Self.vCard4Type), text/vcard;q=0.9, */*;q=0.1" : "text/vcard, */*;q=0.1"
        let reply: DAVReply
        do {
            reply = try await client.send("GET", known.collection.origin + path, headers: [("Accept", accept)])
        } catch let error as HTTPTransportError where error.kind == .tooLarge {
            // With its tag in the ledger, it isn't fetched again until it changes.
            let tag = try await tag(nil, of: path, known)
            return CardRead(href: href, content: .unreadable(CardBytes.tooLarge, etag: tag))
        }
        let etag = reply.headers["ETag"]
        switch reply.status {
        case 404, 410: return CardRead(href: href, content: .missing)
        case 200..<300:
            guard let tag = try await tag(etag, of: path, known) else {
                return CardRead(href: href, content: .unreadable("the server returned no tag for it", etag: nil))
            }
            let isLarge = reply.body.count > CardBytes.limit
            return CardRead(
                href: href,
                content: isLarge
                    ? .unreadable(CardBytes.tooLarge, etag: tag) : .card(CardBytes.normalized(reply.body), etag: tag)
            )
        case 500... where try await !serves(known): throw failing(reply.status)
        default:
            return CardRead(href: href, content: .unreadable("the server refused it (\(reply.status))", etag: etag))
        }
    }

    /// Whether the server answers the simplest request for the address book; if so, only one card makes it fail.
    func serves(_ known: Abilities) async throws -> Bool {
        let listing = try? await client.multistatus("PROPFIND", known.collection.url, body: DAVBodies.tag) { $0.href }
        try Task.checkCancellation()
        return listing != nil
    }

    func failing(_ status: Int) -> CardSourceError {
        CardSourceError(.unavailable, "The server \(client.shownOrigin) fails (\(status)).")
    }

    /// Returns the tag from the response or, if it has none, requests it.
    private func tag(_ etag: String?, of path: String, _ known: Abilities) async throws -> String? {
        if let etag { return etag }
        let url = known.collection.origin + path
        let listing = try? await client.multistatus("PROPFIND", url, body: DAVBodies.tag) { $0.properties.etag }
        try Task.checkCancellation()
        return listing?.items.first
    }
}
