import Repository

/// An address book of an account on a server.
package struct CardDAVBook: Hashable, Sendable {
    /// The URL of the collection, to be stored.
    package var url: String
    /// The display name, or else the last part of the address.
    package var name: String
    package var description: String?
    /// The color as the server stores it, such as `#FF0000FF`.
    package var color: String?
    package var isReadOnly: Bool
}

/// Finds the address books of an account from an address, a domain or an e-mail address (RFC 6764).
///
/// The order is: the given address, `/.well-known/carddav`, the `_carddavs._tcp` records of DNS for a domain, and `/`.
/// Passwords are sent to the given server. If DNS names a host outside of the domain, or the server redirects to another one
/// (as iCloud does), the user has to consent; without consent, the error names the address, which can then be given
/// explicitly.
package struct CardDAVDiscovery: Sendable {
    /// Looks up the servers of a domain in DNS.
    package typealias Lookup = @Sendable (_ domain: String) async throws -> DNSService?
    /// Returns whether the password may also be sent to a server that another server or a domain names; called once for each.
    package typealias Consent = @Sendable (_ server: String, _ namedBy: String) async throws -> Bool

    private let credentials: DAVCredentials
    private let lookup: Lookup
    private let consent: Consent
    private let makeClient: @Sendable (_ address: String, DAVCredentials) throws -> DAVClient

    package init(
        credentials: DAVCredentials,
        lookup: @escaping Lookup = { try await DNSService.find(domain: $0) },
        consent: @escaping Consent = { _, _ in false },
        makeClient: @escaping @Sendable (_ address: String, DAVCredentials) throws -> DAVClient = {
            try DAVClient(address: $0, credentials: $1)
        }
    ) {
        self.credentials = credentials
        self.lookup = lookup
        self.consent = consent
        self.makeClient = makeClient
    }

    /// Finds the address books of the account.
    ///
    /// An address with a path is taken literally: if nothing is there, the error names the account's other address books, and
    /// none of them is chosen.
    ///
    /// - Parameter place: A URL, a domain such as `example.org`, or an e-mail address.
    /// - Returns: The address books in the order of the server; at least one.
    /// - Throws: ``CardSourceError``, which names what was tried.
    package func books(at place: String) async throws -> [CardDAVBook] {
        let place = place.contains("://") ? HTTPAddress(place).encoded : place
        var search = DiscoverySearch(consent: consent) { [credentials, makeClient] in try makeClient($0, credentials) }
        var tried: [String] = []
        var reason: CardSourceError?
        var elsewhere: CardSourceError?
        for address in try await candidates(place, &search) {
            var found: [CardDAVBook] = []
            do {
                found = try await search.books(at: address)
            } catch let error as CardSourceError {
                // A wrong password is wrong everywhere, and trying it again may lock the account.
                if error.code == .authentication { throw error }
                reason = reason ?? error
            }
            if found.isEmpty { elsewhere = elsewhere ?? search.elsewhere?.refusal }
            tried.append(HTTPAddress(address).shown)
            if found.isEmpty { continue }
            guard address == place || !Self.hasPath(place) else { throw Self.others(found, than: place) }
            return found
        }
        let list = tried.joined(separator: ", ")
        // The server's own hint is more useful than the failure of the other addresses.
        let cause = elsewhere ?? reason
        throw CardSourceError(
            cause?.code ?? .missing,
            "No address book was found at \(list). \(cause?.message ?? "Give the address that your provider tells for CardDAV.")"
        )
    }

    /// Finds the address books of the account on the server of one that is gone, and on no other server.
    ///
    /// - Parameters:
    ///   - lost: The URL of the address book.
    ///   - place: The address that was given for the account.
    /// - Returns: The address books at the first of these addresses that has any: the place, the folders above the lost
    ///   address book, and the address that the server names.
    /// - Throws: ``CardSourceError`` when the server refuses the account, or cannot be reached.
    package func books(besides lost: String, at place: String) async throws -> [CardDAVBook] {
        guard let collection = DAVCollection(url: lost) else { return [] }
        let makeClient = { [credentials, makeClient] in try makeClient($0, credentials) }
        var search = DiscoverySearch(consent: { _, _ in false }, makeClient: makeClient)
        search.allow(lost)
        var addresses = collection.foldersAbove.map { collection.origin + $0 }
        if HTTPAddress(place).origin == collection.origin, place != lost { addresses.insert(place, at: 0) }
        addresses += [collection.origin + Self.wellKnown, collection.origin + "/"]
        for address in Self.distinct(addresses) {
            do {
                let found = try await search.books(at: address).filter {
                    $0.url != lost && HTTPAddress($0.url).origin == collection.origin
                }
                if !found.isEmpty { return found }
            } catch let error as CardSourceError {
                if [.authentication, .unavailable].contains(error.code) { throw error }
            }
        }
        return []
    }

    /// Whether a place is an address with a path below the root.
    private static func hasPath(_ place: String) -> Bool {
        place.contains("://") && !["/", wellKnown].contains(HTTPAddress(place).requestTarget)
    }

    private static func others(_ books: [CardDAVBook], than place: String) -> CardSourceError {
        let list = books.prefix(5).map { HTTPAddress($0.url).shown }.joined(separator: ", ")
        return CardSourceError(
            .missing,
            "There is no address book at \(HTTPAddress(place).shown). The account has \(list)\(books.count > 5 ? " and others" : ""); give the address of the one that you want."
        )
    }

    // MARK: - Where to look

    /// Returns the addresses to try in order, all of which the search may use.
    private func candidates(_ place: String, _ search: inout DiscoverySearch) async throws -> [String] {
        if place.contains("://") {
            let address = HTTPAddress(place)
            guard let origin = address.origin else {
                throw CardSourceError(.missing, "“\(HTTPAddress.withoutSecrets(place))” is no address of a server.")
            }
            search.allow(place)
            return Self.distinct([place, origin + Self.wellKnown, origin + "/"])
        }
        let domain = place.split(separator: "@").last.map(String.init) ?? place
        let parsed = HTTPAddress("https://\(domain)")
        guard parsed.scheme != nil, let host = parsed.host, !domain.contains("/"), !domain.contains(" ") else {
            throw CardSourceError(
                .missing,
                "“\(DisplaySafeText.line(place, limit: 80))” is no address, no domain and no e-mail address."
            )
        }
        var addresses = ["https://\(domain)\(Self.wellKnown)"]
        search.allow(addresses[0])
        if parsed.port == 443, let service = try await lookup(host) {
            let port = service.port == 443 ? "" : ":\(service.port)"
            let address = "https://\(service.host)\(port)\(service.path ?? Self.wellKnown)"
            if service.host == host || service.host.hasSuffix(".\(host)") {
                search.allow(address)
            } else {
                // DNS isn't signed: a host outside of the domain doesn't get the password without consent.
                guard try await search.mayUse(HTTPAddress(address), namedBy: host) else {
                    throw CardSourceError(
                        .missing,
                        """
                        \(host) names the server \(service.host), which is outside of it. If that is right, give its \
                        address: https://\(service.host)\(port)\(service.path ?? "/")
                        """
                    )
                }
            }
            addresses.insert(address, at: 0)
            addresses.append("https://\(service.host)\(port)/")
        }
        return Self.distinct(addresses + ["https://\(domain)/"])
    }

    private static let wellKnown = "/.well-known/carddav"

    private static func distinct(_ addresses: [String]) -> [String] {
        var seen: Set<String> = []
        return addresses.filter { seen.insert($0).inserted }
    }
}
