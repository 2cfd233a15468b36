import Repository

/// An address book that an account has on a server.
package struct CardDAVBook: Hashable, Sendable {
    /// The URL of the collection, to be kept.
    package var url: String
    /// What it is called there, or the last part of its address.
    package var name: String
    package var description: String?
    /// The color as the server has it, such as `#FF0000FF`.
    package var color: String?
    package var isReadOnly: Bool
}

/// Finds the address books of an account from an address, a domain or an e-mail address (RFC 6764).
///
/// The order is: the address that was given, `/.well-known/carddav`, the records `_carddavs._tcp` of DNS for a domain, and
/// `/`. Passwords go to one origin only. Where DNS names a host outside of the domain, or the server one elsewhere, the error
/// names the address, which is then to be given by hand.
package struct CardDAVDiscovery: Sendable {
    /// Looks for the servers of a domain in DNS.
    package typealias Lookup = @Sendable (_ domain: String) async throws -> DNSService?

    private let credentials: DAVCredentials
    private let lookup: Lookup
    private let makeClient: @Sendable (_ address: String, DAVCredentials) throws -> DAVClient

    package init(
        credentials: DAVCredentials,
        lookup: @escaping Lookup = { try await DNSService.find(domain: $0) },
        makeClient: @escaping @Sendable (_ address: String, DAVCredentials) throws -> DAVClient = {
            try DAVClient(address: $0, credentials: $1)
        }
    ) {
        self.credentials = credentials
        self.lookup = lookup
        self.makeClient = makeClient
    }

    /// Looks for the address books of the account.
    ///
    /// - Parameter place: A URL, a domain such as `example.org`, or an e-mail address.
    /// - Returns: The address books in the order of the server; never none.
    /// - Throws: ``CardSourceError``, which says what was tried.
    package func books(at place: String) async throws -> [CardDAVBook] {
        var tried: [String] = []
        var reason: CardSourceError?
        for address in try await candidates(place) {
            do {
                let found = try await books(atAddress: address)
                if !found.isEmpty { return found }
            } catch let error as CardSourceError {
                // A wrong password is wrong everywhere; trying it again may lock the account.
                if error.code == .authentication { throw error }
                reason = reason ?? error
            }
            tried.append(HTTPAddress(address).shown)
        }
        let list = tried.joined(separator: ", ")
        throw CardSourceError(
            reason?.code ?? .missing,
            "No address book was found at \(list). \(reason?.message ?? "Give the address that your provider tells for CardDAV.")"
        )
    }

    // MARK: - Where to look

    /// The addresses to try, in order.
    private func candidates(_ place: String) async throws -> [String] {
        if place.contains("://") {
            let address = HTTPAddress(place)
            guard let origin = address.origin else {
                throw CardSourceError(.missing, "“\(HTTPAddress.withoutSecrets(place))” is no address of a server.")
            }
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
        if parsed.port == 443, let service = try await lookup(host) {
            let port = service.port == 443 ? "" : ":\(service.port)"
            let address = "https://\(service.host)\(port)\(service.path ?? Self.wellKnown)"
            // What DNS says is not signed: a host elsewhere gets no password that was meant for this one.
            guard service.host == host || service.host.hasSuffix(".\(host)") else {
                throw CardSourceError(
                    .missing,
                    """
                    \(host) names the server \(service.host), which is outside of it. If that is right, give its address: \
                    https://\(service.host)\(port)\(service.path ?? "/")
                    """
                )
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

    // MARK: - What is there

    private func books(atAddress address: String) async throws -> [CardDAVBook] {
        let client = try makeClient(address, credentials)
        return try await DAVFailures.translated(client.origin) {
            let start: DAVListing<DAVResponse>
            do {
                start = try await client.multistatus(
                    "PROPFIND",
                    address,
                    depth: "0",
                    body: DAVBodies.principal,
                    keep: { $0 }
                )
            } catch let error as DAVStatusError {
                throw CardSourceError(
                    error.reply.status >= 500 ? .unavailable : .missing,
                    "\(HTTPAddress(address).shown) answers \(error.reply.status)."
                )
            }
            // The address of one book is that book, whatever others the account has.
            if start.items.contains(where: \.properties.isAddressBook) {
                return try await self.books(in: start.url, client, depth: "0")
            }
            let principals = start.items.flatMap(\.properties.principals)
            guard let principal = principals.first else {
                return try await self.books(in: start.url, client, depth: "1")
            }
            let homes = try await client.multistatus(
                "PROPFIND",
                Self.resolved(principal, start.url),
                depth: "0",
                body: DAVBodies.home,
                keep: { response -> [String]? in response.properties.homes }
            )
            var books: [CardDAVBook] = []
            var seen: Set<String> = []
            for home in homes.items.joined() {
                for book in try await self.books(in: Self.resolved(home, homes.url), client, depth: "1")
                where seen.insert(book.url).inserted {
                    books.append(book)
                }
            }
            return books
        }
    }

    /// The address books among a collection and what is in it.
    private func books(in address: String, _ client: DAVClient, depth: String) async throws -> [CardDAVBook] {
        guard let home = DAVCollection(url: address) else { return [] }
        let listing = try await client.multistatus(
            "PROPFIND",
            depth == "0" ? address : home.url,
            depth: depth,
            body: DAVBodies.collection,
            keep: { $0 }
        )
        return listing.items.compactMap { response in
            let properties = response.properties
            guard properties.isAddressBook, let href = response.hrefs.first else { return nil }
            var url = Self.resolved(href, listing.url)
            if !url.hasSuffix("/") { url += "/" }
            let name = DisplaySafeText.line(properties.displayName ?? "")
            let last = HTTPAddress(url).requestTarget.split(separator: "/").last.map {
                PercentEncoding.decoded(String($0))
            }
            return CardDAVBook(
                url: url,
                name: name.isEmpty ? DisplaySafeText.line(last ?? url) : name,
                description: properties.description.map { DisplaySafeText.line($0) },
                color: properties.color.map { DisplaySafeText.line($0, limit: 20) },
                isReadOnly: properties.privileges?.isDisjoint(with: ["all", "write", "write-content", "bind"]) ?? false
            )
        }
    }

    private static func resolved(_ href: String, _ base: String) -> String {
        HTTPAddress(base).following(href)?.url ?? href
    }
}
