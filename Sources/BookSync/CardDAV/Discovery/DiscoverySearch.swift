import Repository

/// One search for address books, with the servers that may get the password.
struct DiscoverySearch {
    /// The maximum number of servers in a chain of redirects.
    private static let hopLimit = 3

    private let consent: CardDAVDiscovery.Consent
    private let makeClient: (String) throws -> DAVClient
    private var clients: [String: DAVClient] = [:]
    /// Whether an origin may be used; for one that is missing, the user has to be asked.
    private var answers: [String: Bool] = [:]
    /// The first server that was named in the last search and may not be used.
    private(set) var elsewhere: DAVElsewhere?

    init(consent: @escaping CardDAVDiscovery.Consent, makeClient: @escaping (String) throws -> DAVClient) {
        self.consent = consent
        self.makeClient = makeClient
    }

    // MARK: - Who may be asked

    /// Allows the server of an address without asking.
    mutating func allow(_ address: String) {
        if let origin = HTTPAddress(address).origin { answers[origin] = true }
    }

    /// Returns whether a server that another one names may get the password; the user is asked once for each.
    ///
    /// Never allows a redirect from elsewhere to this machine, or to a server where the password would be sent unencrypted.
    mutating func mayUse(_ target: HTTPAddress, namedBy place: String) async throws -> Bool {
        guard let origin = target.origin else { return false }
        if let answer = answers[origin] { return answer }
        let namer = HTTPAddress(place.contains("://") ? place : "https://\(place)")
        guard target.keepsSecrets, !target.hasUserInformation, !target.isLoopback || namer.isLoopback else {
            answers[origin] = false
            return false
        }
        let answer = try await consent(target.shownOrigin, namer.host ?? place)
        answers[origin] = answer
        return answer
    }

    private mutating func client(for target: HTTPAddress, namedBy place: String) async throws -> DAVClient? {
        guard let origin = target.origin else {
            throw CardSourceError(.badAnswer, "The server names an address that is no URL.")
        }
        if let client = clients[origin] { return client }
        guard try await mayUse(target, namedBy: place) else {
            note(DAVElsewhere(target: target))
            return nil
        }
        let client = try makeClient(target.url)
        clients[origin] = client
        return client
    }

    private mutating func note(_ server: DAVElsewhere) { elsewhere = elsewhere ?? server }

    /// Requests properties, following redirects to other servers; `nil` at one that may not be used.
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

    // MARK: - What is there

    /// Returns the address books that are found from an address.
    ///
    /// - Throws: ``CardSourceError``.
    mutating func books(at address: String) async throws -> [CardDAVBook] {
        elsewhere = nil
        do {
            return try await found(at: address)
        } catch let error as DAVStatusError {
            throw CardSourceError(
                error.reply.status >= 500 ? .unavailable : .missing,
                "\(HTTPAddress(address).shown) answers \(error.reply.status)."
            )
        } catch let error as HTTPTransportError {
            throw DAVFailures.of(error, origin: HTTPAddress(address).shownOrigin)
        } catch let fault as XMLFault {
            throw DAVFailures.of(fault, origin: HTTPAddress(address).shownOrigin)
        }
    }

    private mutating func found(at address: String) async throws -> [CardDAVBook] {
        guard let start = try await ask(address, namedBy: address, depth: "0", DAVBodies.principal) else { return [] }
        // The address of an address book means that one, whichever others the account has.
        if start.items.contains(where: \.properties.isAddressBook) { return try await list(start.url, depth: "0") }
        guard let principal = start.items.flatMap(\.properties.principals).first else {
            return try await list(start.url, depth: "1")
        }
        let books = try await homes(of: Self.resolved(principal, start.url), namedBy: start.url)
        // The address may have the address books even if the account is on another server.
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

    /// Returns the address books among a collection and its items.
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
            guard response.properties.isAddressBook, let href = response.hrefs.first else { continue }
            let url = HTTPAddress(Self.resolved(href, listing.url))
            // Every pass will send the password to the address of the book.
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

    private static func resolved(_ href: String, _ base: String) -> String {
        HTTPAddress(base).following(href)?.url ?? href
    }
}

extension HTTPAddress {
    /// The scheme, host and port for display, without the scheme's default port.
    var shownOrigin: String {
        guard let scheme, let host, let port else { return shown }
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}
