import Primitives
import Repository

/// One of an account's address books on a server.
package struct CardDAVBook: Hashable, Sendable {
    /// The URL of the collection, as it will be stored.
    package var url: String
    /// The display name, or else the last part of the URL.
    package var name: String
}

/// Finds an account's address books, given a URL, a domain or an e-mail address (RFC 6764).
///
/// Tries, in order, the given URL, `/.well-known/carddav`, the domain's `_carddavs._tcp` records in DNS, and `/`.
/// Passwords are sent to the given server. If DNS names a host outside the domain, or the server redirects to another
/// one (as iCloud does), the user has to consent; otherwise an error names the URL, so that the user can give it.
package struct CardDAVDiscovery: Sendable {
    /// Looks up the servers of a domain in DNS.
    package typealias Lookup = @Sendable (_ domain: String) async throws -> DNSService?
    /// Asks whether a server named by another server or a domain may also get the password; called once per server.
    package typealias Consent = @Sendable (_ server: String, _ namedBy: String) async throws -> Bool

    fileprivate let credentials: DAVCredentials
    private let lookup: Lookup
    fileprivate var consent: Consent
    fileprivate let makeClient: @Sendable (_ address: String, DAVCredentials) throws -> DAVClient

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
    /// A URL with a path is taken literally: if there's no address book at it, the error lists the account's other
    /// address books, but none of them is chosen.
    ///
    /// - Parameter place: A URL, a domain such as `example.org`, or an e-mail address.
    /// - Returns: The address books in the server's order; at least one.
    /// - Throws: ``CardSourceError``, which lists the URLs that were tried.
    package func books(at place: String) async throws -> [CardDAVBook] {
        let place = place.contains("://") ? HTTPAddress(place).encoded : place
        var search = DiscoverySearch(discovery: self)
        var tried: [String] = []
        var reason: CardSourceError?
        var elsewhere: CardSourceError?
        for address in try await candidates(place, &search) {
            var found: [CardDAVBook] = []
            do {
                found = try await search.books(at: address)
            } catch let error as CardSourceError {
                // A wrong password is wrong everywhere, and retrying it may lock the account.
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
        // The server's own hint is more useful than the errors of the other URLs.
        let cause = elsewhere ?? reason
        throw CardSourceError(
            cause?.code ?? .missing,
            "No address book was found at \(list). \(cause?.message ?? "Give the CardDAV address from your provider.")"
        )
    }

    /// Finds the account's other address books on the server of one that is gone; never uses another server.
    ///
    /// - Parameters:
    ///   - lost: The URL of the missing address book.
    ///   - place: The URL that the user gave for the account.
    /// - Returns: The address books at the first of these URLs that has any: `place`, the folders above the missing
    ///   address book, and the URL that the server names.
    /// - Throws: ``CardSourceError`` if the server rejects the account or can't be reached.
    package func books(besides lost: String, at place: String) async throws -> [CardDAVBook] {
        guard let collection = DAVCollection(url: lost) else { return [] }
        var discovery = self
        discovery.consent = { _, _ in false }
        var search = DiscoverySearch(discovery: discovery)
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

    /// Whether a place is a URL with a path below the root.
    private static func hasPath(_ place: String) -> Bool {
        place.contains("://") && !["/", wellKnown].contains(HTTPAddress(place).requestTarget)
    }

    private static func others(_ books: [CardDAVBook], than place: String) -> CardSourceError {
        let list = books.prefix(5).map { HTTPAddress($0.url).shown }.joined(separator: ", ")
        return CardSourceError(
            .missing,
            "There is no address book at \(HTTPAddress(place).shown). The account has \(list)\(books.count > 5 ? " and others" : ""); give the address of one of them."
        )
    }

    // MARK: - Where to look

    /// Returns the URLs to try, in order; the search may send the password to all of them.
    private func candidates(_ place: String, _ search: inout DiscoverySearch) async throws -> [String] {
        if place.contains("://") {
            let address = HTTPAddress(place)
            guard let origin = address.origin else {
                throw CardSourceError(.missing, "“\(HTTPAddress.withoutSecrets(place))” isn't the address of a server.")
            }
            search.allow(place)
            return Self.distinct([place, origin + Self.wellKnown, origin + "/"])
        }
        let domain = place.split(separator: "@").last.map(String.init) ?? place
        let parsed = HTTPAddress("https://\(domain)")
        guard parsed.scheme != nil, let host = parsed.host, !domain.contains("/"), !domain.contains(" ") else {
            throw CardSourceError(
                .missing,
                "“\(DisplaySafeText.line(place, limit: 80))” isn't a web address, a domain or an e-mail address."
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
                // DNS isn't signed, so a host outside the domain doesn't get the password without consent.
                guard try await search.mayUse(HTTPAddress(address), namedBy: host) else {
                    throw CardSourceError(
                        .missing,
                        """
                        \(host) names the server \(service.host), which is outside that domain. If that is right, give its \
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

/// A search for address books; keeps track of the servers that may get the password.
struct DiscoverySearch {
    /// The maximum number of servers in a chain of redirects.
    private static let hopLimit = 3

    private let discovery: CardDAVDiscovery
    private var clients: [String: DAVClient] = [:]
    /// Whether each origin may be used; the user has to be asked about any other.
    private var answers: [String: Bool] = [:]
    /// The first server in the last search that was named but may not be used.
    private(set) var elsewhere: DAVElsewhere?

    init(discovery: CardDAVDiscovery) { self.discovery = discovery }

    // MARK: - Consent

    mutating func allow(_ address: String) {
        if let origin = HTTPAddress(address).origin { answers[origin] = true }
    }

    /// Returns whether a server that another one names may get the password; the user is asked once per server.
    ///
    /// Never allows a redirect from a remote server to this machine, or one that would send the password unencrypted.
    mutating func mayUse(_ target: HTTPAddress, namedBy place: String) async throws -> Bool {
        guard let origin = target.origin else { return false }
        if let answer = answers[origin] { return answer }
        let namer = HTTPAddress(place.contains("://") ? place : "https://\(place)")
        guard target.keepsSecrets, !target.hasUserInformation, !target.isLoopback || namer.isLoopback else {
            answers[origin] = false
            return false
        }
        let answer = try await discovery.consent(target.shownOrigin, namer.host ?? place)
        answers[origin] = answer
        return answer
    }

    private mutating func client(for target: HTTPAddress, namedBy place: String) async throws -> DAVClient? {
        guard let origin = target.origin else {
            throw CardSourceError(.badAnswer, "The server returned an address that isn't a URL.")
        }
        if let client = clients[origin] { return client }
        guard try await mayUse(target, namedBy: place) else {
            note(DAVElsewhere(target: target))
            return nil
        }
        let client = try discovery.makeClient(target.url, discovery.credentials)
        clients[origin] = client
        return client
    }

    private mutating func note(_ server: DAVElsewhere) { elsewhere = elsewhere ?? server }

    /// Requests properties, following redirects to other servers; `nil` if a server may not be used.
    private mutating func ask(
        _ address: String,
        namedBy place: String,
        depth: String,
        _ body: String
    ) async throws -> DAVListing<DAVResponse>? {
        var (target, namer) = (HTTPAddress(address), place)
        var hops = 0
        while true {
            guard let client = try await client(for: target, namedBy: namer) else { return nil }
            do {
                return try await client.multistatus("PROPFIND", target.url, depth: depth, body: body, keep: { $0 })
            } catch let other as DAVElsewhere {
                hops += 1
                guard hops <= Self.hopLimit else {
                    note(other)
                    return nil
                }
                (target, namer) = (other.target, target.url)
            }
        }
    }

    // MARK: - Listing

    /// Returns the address books that a URL leads to.
    ///
    /// - Throws: ``CardSourceError``.
    mutating func books(at address: String) async throws -> [CardDAVBook] {
        elsewhere = nil
        let place = HTTPAddress(address)
        return try await DAVFailures.translated(place.shownOrigin) {
            do {
                return try await found(at: address)
            } catch let reply as DAVReply {
                let status = reply.status
                throw CardSourceError(status >= 500 ? .unavailable : .missing, "\(place.shown) returned \(status).")
            }
        }
    }

    private mutating func found(at address: String) async throws -> [CardDAVBook] {
        guard let start = try await ask(address, namedBy: address, depth: "0", DAVBodies.principal) else { return [] }
        // The URL of an address book means just that one, even if the account has others.
        if start.items.contains(where: \.properties.isAddressBook) { return try await list(start.url, depth: "0") }
        guard let principal = start.items.flatMap(\.properties.principals).first else {
            return try await list(start.url, depth: "1")
        }
        let books = try await homes(of: Self.resolved(principal, start.url), namedBy: start.url)
        // The URL may list address books even if the account's principal is on another server.
        return books.isEmpty && elsewhere != nil ? try await list(start.url, depth: "1") : books
    }

    private mutating func homes(of principal: String, namedBy place: String) async throws -> [CardDAVBook] {
        guard let homes = try await ask(principal, namedBy: place, depth: "0", DAVBodies.home) else { return [] }
        var books: [CardDAVBook] = []
        var seen: Set<String> = []
        for home in homes.items.flatMap(\.properties.homes) {
            let listed = try await list(Self.resolved(home, homes.url), namedBy: homes.url, depth: "1")
            books += listed.filter { seen.insert($0.url).inserted }
        }
        return books
    }

    /// Returns the address books at a URL and, with depth 1, directly below it.
    private mutating func list(
        _ address: String,
        namedBy place: String? = nil,
        depth: String
    ) async throws -> [CardDAVBook] {
        guard let home = DAVCollection(url: address),
            let listing = try await ask(
                depth == "0" ? address : home.url,
                namedBy: place ?? address,
                depth: depth,
                DAVBodies.books
            )
        else { return [] }
        var books: [CardDAVBook] = []
        for response in listing.items {
            guard response.properties.isAddressBook, let href = response.href else { continue }
            let url = HTTPAddress(Self.resolved(href, listing.url))
            // Every pass will send the password to this URL.
            guard try await mayUse(url, namedBy: listing.url) else {
                note(DAVElsewhere(target: url))
                continue
            }
            books.append(Self.book(response.properties, at: url.url))
        }
        return books
    }

    private static func book(_ properties: DAVProperties, at address: String) -> CardDAVBook {
        let url = address.hasSuffix("/") ? address : address + "/"
        let name = DisplaySafeText.line(properties.displayName ?? "")
        let last = HTTPAddress(url).requestTarget.split(separator: "/").last.map { HexEscapes.percentDecoded($0) }
        return CardDAVBook(url: url, name: name.isEmpty ? DisplaySafeText.line(last ?? url) : name)
    }

    private static func resolved(_ href: String, _ base: String) -> String {
        HTTPAddress(base).following(href)?.url ?? href
    }
}
