import Repository
import Synchronization
import VCard

/// An address book on a CardDAV server (RFC 6352).
package struct CardDAVSource: MovableCardSource {
    /// The maximum number of cards in a `multiget`, and the maximum size of each; larger ones are read one by one.
    static let batch = 50
    static let plainLimit = 1 << 20
    static let vCard4Type = "text/vcard; version=4.0"

    /// The server's capabilities that `describe` found, for later calls.
    struct Abilities: Sendable {
        var collection: DAVCollection
        /// The prefix of tokens; see ``marked(_:)``.
        var place = ""
        var hasSync = true
        var hasMultiget = true
        var hasVersion4 = false
        /// The number of cards in one `multiget`; fewer if they are large.
        var batch = CardDAVSource.batch
        /// The tags of cards that turned out to be too large for a `multiget`, by their names.
        var large: [String: String] = [:]

        /// Returns a token or tag as it is stored, with the address if the server temporarily redirects to another one.
        ///
        /// Names of cards begin with the address. If that changes, all cards have to be listed.
        func marked(_ token: String?) -> String? { token.map { place + $0 } }

        /// Returns the token that was stored; `nil` if it is for another address.
        func unmarked(_ token: String?) -> String? {
            guard let token, token.hasPrefix(place) else { return nil }
            return place.isEmpty && token.hasPrefix(Self.start) ? nil : String(token.dropFirst(place.count))
        }

        mutating func lead(to collection: DAVCollection, from configured: DAVCollection) {
            place = collection.url == configured.url ? "" : "\(Self.start)\(collection.path) "
        }

        private static let start = "at "
    }

    let client: DAVClient
    let abilities: Latest<Abilities>
    /// Large cards are read one after the other.
    let largeGate = RequestGate(1)
    private let search: (@Sendable () async throws -> [CardDAVBook])?

    /// - Parameters:
    ///   - address: The URL of the address book; ``CardDAVDiscovery`` finds it.
    ///   - client: The client for the origin of that address.
    ///   - search: Finds the other address books of the account on that origin, in case the one at the address is gone.
    /// - Throws: ``CardSourceError`` when the address has another origin or is invalid.
    package init(
        address: String,
        client: DAVClient,
        search: (@Sendable () async throws -> [CardDAVBook])? = nil
    ) throws(CardSourceError) {
        guard let collection = DAVCollection(url: address), collection.origin == client.origin else {
            throw CardSourceError(
                .missing,
                "“\(HTTPAddress.withoutSecrets(address))” is no address of an address book on \(client.shownOrigin)."
            )
        }
        self.client = client
        self.search = search
        abilities = Latest()
        abilities.value = Abilities(collection: collection)
    }

    /// The present capabilities of the server.
    var known: Abilities {
        get throws(CardSourceError) {
            guard let known = abilities.value else { throw CardSourceError(.missing, "There is no address book.") }
            return known
        }
    }

    // MARK: - Description

    package func describe(since mark: ChangeMark) async throws -> CardSourceDescription {
        let configured = try known.collection
        let earlier = mark.cheap.flatMap(CollectionTime.init(text:))
        return try await DAVFailures.translated(client.shownOrigin) {
            let listing: DAVListing<DAVResponse>
            do {
                listing = try await client.multistatus(
                    "PROPFIND",
                    configured.url,
                    depth: "0",
                    body: DAVBodies.collection(withTag: mark.cheap == nil),
                    keep: { $0 }
                )
            } catch let error as DAVStatusError {
                throw Self.unusable(error.reply, shown: configured.shown)
            }
            // After a redirect within the origin, the hrefs are below its target.
            let collection = DAVCollection(url: listing.url) ?? configured
            let own = listing.items.first { response in
                response.hrefs.contains { collection.place(of: $0) == .collection }
            }
            guard let properties = (own ?? listing.items.first)?.properties else {
                throw CardSourceError(
                    .badAnswer,
                    "The server does not say what \(collection.shown) is."
                )
            }
            guard properties.isAddressBook || !properties.hasResourceType else {
                throw CardSourceError(
                    .missing,
                    "\(collection.shown) is there, but it is no address book."
                )
            }
            let isMoved = listing.isMoved && collection.url != configured.url
            var abilities = Abilities(
                collection: collection,
                hasSync: properties.reports.isEmpty || properties.reports.contains("sync-collection"),
                hasMultiget: properties.reports.isEmpty || properties.reports.contains("addressbook-multiget"),
                hasVersion4: properties.cardVersions.contains("4.0")
            )
            abilities.lead(to: collection, from: isMoved ? collection : configured)
            self.abilities.value = abilities
            var description = description(of: properties, at: isMoved ? collection : configured)
            if isMoved {
                description.formerIdentity = identity(configured)
                description.newAddress = collection.shown
            }
            if properties.isRadicale, abilities.place.isEmpty {
                let time = CollectionTime(properties.lastModified, asked: listing.date)
                description.mark.cheap = (earlier?.holds(at: time) == true ? earlier : time)?.text ?? ""
            }
            if description.mark == ChangeMark() { description.mark.tag = try await presentToken(collection) }
            description.mark.tag = abilities.marked(description.mark.tag)
            return description
        }
    }

    /// Requests the current token, for servers without `getctag` and those that reject a sync without a token.
    func presentToken(_ collection: DAVCollection) async throws -> String? {
        let listing: DAVListing<String>
        do {
            listing = try await client.multistatus(
                "PROPFIND",
                collection.url,
                depth: "0",
                body: DAVBodies.token,
                keep: { $0.properties.syncToken }
            )
        } catch is DAVStatusError {
            return nil
        }
        return listing.items.first
    }

    private func identity(_ collection: DAVCollection) -> String { "carddav \(collection.url) \(client.user ?? "")" }

    private func description(of properties: DAVProperties, at configured: DAVCollection) -> CardSourceDescription {
        let name = DisplaySafeText.line(properties.displayName ?? "")
        var description = CardSourceDescription(
            identity: identity(configured),
            name: name.isEmpty ? configured.shown : name
        )
        if let privileges = properties.privileges {
            description.isReadOnly = privileges.isDisjoint(with: ["all", "write", "write-content", "bind"])
        }
        description.mayLag = true
        description.version = properties.cardVersions.contains("4.0") ? .v4 : .v3
        description.mark.tag = properties.changeTag
        description.maximumCardSize = properties.maximumCardSize
        description.readBatch = Self.batch * DAVClient.parallelRequests
        description.parallelWrites = DAVClient.parallelRequests
        return description
    }

    // MARK: - Another place

    package func otherPlaces() async throws -> [CardPlace] {
        guard let search else { return [] }
        let own = try known.collection
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
        case 405, 501: CardSourceError(.missing, "The server at \(shown) is no CardDAV server (\(reply.status)).")
        case 500...: CardSourceError(.unavailable, "The server at \(shown) failed (\(reply.status)).")
        default:
            CardSourceError(.badAnswer, "The server at \(shown) answers \(reply.status) to a question about the book.")
        }
    }
}

/// Converts errors of HTTP, XML and WebDAV to those of a source.
enum DAVFailures {
    /// Runs `body` and converts its errors to ``CardSourceError``.
    static func translated<Result>(_ origin: String, _ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as HTTPTransportError {
            throw of(error, origin: origin)
        } catch let error as XMLFault {
            throw of(error, origin: origin)
        } catch let error as DAVStatusError {
            throw of(error.reply.status, origin: origin)
        } catch let error as DAVElsewhere {
            throw error.refusal
        }
    }

    private static func of(_ status: Int, origin: String) -> CardSourceError {
        switch status {
        // It existed when the pass began.
        case 404, 410: CardSourceError(.missing, "The address book is gone from the server \(origin) (\(status)).")
        case 500...: CardSourceError(.unavailable, "The server \(origin) answers \(status).")
        default: CardSourceError(.badAnswer, "The server \(origin) answers \(status).")
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

    static func of(_ fault: XMLFault, origin: String) -> CardSourceError {
        switch fault {
        case .libraryMissing: CardSourceError(.unavailable, "CardDAV needs XML: \(fault).")
        case .webPage:
            CardSourceError(
                .badAnswer,
                "The server \(origin) answers with a web page, not as an address book. Give the address for CardDAV, which "
                    + "the settings or the help of the provider name; a browser shows that of the web page."
            )
        default:
            CardSourceError(
                .badAnswer,
                "The server \(origin) does not answer as an address book: \(fault). Check the address."
            )
        }
    }
}
