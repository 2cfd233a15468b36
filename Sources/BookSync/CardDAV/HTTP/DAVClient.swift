package import Repository
import Synchronization

#if canImport(FoundationEssentials)
package import struct FoundationEssentials.Date
#else
package import struct Foundation.Date
#endif

/// How a client waits and how long.
package struct DAVPatience: Sendable {
    /// The time of a request with all its repetitions.
    package var requestTimeout: Duration = .seconds(300)
    /// The longest that a server may send nothing.
    ///
    /// A server without an index reads all cards before it answers: Radicale over 30 seconds for 150 MB of photos.
    package static let silence: Duration = .seconds(120)
    /// The longest that the server may ask to wait before a request is repeated; a longer wait ends the pass.
    package var longestWait: Duration = .seconds(60)
    /// The longest wait before a request is repeated when the server doesn't say how long.
    package static let longestPause: Duration = .seconds(30)
    /// How often a request is repeated.
    package var retries = 4
    /// Called with a message for the user before each wait for a busy server.
    package var waits: @Sendable (String) -> Void = { _ in }
    /// Waits.
    package var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The time of day, for `Retry-After` with a date.
    package var now: @Sendable () -> Date = { Date() }

    /// The usual times.
    package init() {}
}

/// The answer of a server to a request, whatever its status.
struct DAVReply: Sendable {
    var status: Int
    var headers: HTTPHeaderFields
    var body: [UInt8]
    /// Where the answer came from, after redirections.
    var url: String
    /// Whether all redirections were for good; `false` without any.
    var isMoved: Bool

    init(_ response: HTTPResponse, url: String, isMoved: Bool = false) {
        self.isMoved = isMoved
        status = response.status
        headers = response.headers
        body = response.body
        self.url = url
    }

    var isSuccess: Bool { (200..<300).contains(status) }
    /// The conditions of RFC 4918 that the body names.
    var conditions: Set<String> { DAVErrorReader.conditions(in: body) }
}

/// A multistatus answer, each response turned into what is wanted of it.
struct DAVListing<Item: Sendable>: Sendable {
    var items: [Item] = []
    var syncToken: String?
    var url: String
    /// Whether the answer came from there because of redirections that are all for good.
    var isMoved = false
    /// The time of the server, in seconds since 1970.
    var date: Int64?
}

/// A status that is no success, where a multistatus answer was expected.
struct DAVStatusError: Error {
    var reply: DAVReply
}

/// An answer that leads to another origin than the client's.
struct DAVElsewhere: Error {
    var target: HTTPAddress

    /// What the user is told.
    var refusal: CardSourceError {
        CardSourceError(
            .badAnswer,
            "The server leads to another origin, \(target.shown); passwords are sent only to the one that was given. If it is right, give that address."
        )
    }
}

/// Speaks WebDAV with one origin: authentication, redirections, patience and the limits of an answer.
///
/// Requests go to the origin of the address that the user gave and to no other, so that nothing can lead a password
/// elsewhere; over `http` a password goes to this machine only.
package final class DAVClient: Sendable {
    /// The most redirections of a request, and requests at once.
    static let redirectLimit = 5
    static let parallelRequests = 4
    /// How often a request is repeated with a new nonce of Digest.
    private static let challengeLimit = 3
    /// The most bytes of an answer that is kept as a whole.
    package static let answerLimit = 32 << 20

    let origin: String
    /// The same for people.
    let shownOrigin: String
    private let authorizer: DAVAuthorizer
    private let transport: any HTTPStreamingTransport
    private let patience: DAVPatience
    /// How often a request is repeated while the server says that something is locked.
    private static let lockedAttempts = 6
    private let userAgent: String
    private let gate = RequestGate(DAVClient.parallelRequests)
    /// The end of the wait that was announced last, so that concurrent requests announce it once.
    private let announced = Mutex(Date.distantPast)

    /// - Throws: ``CardSourceError`` when the address cannot be used, or not with a password.
    package init(
        address: String,
        credentials: DAVCredentials,
        transport: any HTTPStreamingTransport = CurlTransport(
            sizeLimit: DAVClient.answerLimit,
            idleTimeout: DAVPatience.silence
        ),
        patience: DAVPatience = DAVPatience(),
        userAgent: String = "contacts"
    ) throws(CardSourceError) {
        let parsed = HTTPAddress(address)
        guard parsed.scheme != nil, let origin = parsed.origin else {
            throw CardSourceError(
                .missing,
                "“\(HTTPAddress.withoutSecrets(address))” is no address of a CardDAV server; write https://host/path."
            )
        }
        guard !parsed.hasUserInformation else {
            throw CardSourceError(
                .authentication,
                "The address holds a name or a password; give the name with --user, and no password in the address."
            )
        }
        guard parsed.keepsSecrets || !credentials.isSecret else {
            throw CardSourceError(
                .authentication,
                "A password is not sent to \(parsed.shown), which is not encrypted; write https:// in place of http://."
            )
        }
        self.origin = origin
        shownOrigin = parsed.shownOrigin
        self.transport = transport
        self.patience = patience
        self.userAgent = userAgent
        authorizer = DAVAuthorizer(credentials)
    }

    var user: String? { authorizer.credentials.user }

    // MARK: - Requests

    /// Sends a request and returns the answer, whatever its status.
    func send(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8] = []
    ) async throws -> DAVReply {
        try await exchange(method, url, headers: headers, body: body) { request in
            try await self.transport.send(request)
        }
    }

    /// Sends a request and reads the multistatus answer as it comes; `keep` says what is wanted of each response.
    ///
    /// Of cards beyond the limit only that they are is kept.
    ///
    /// - Throws: ``DAVStatusError`` for another status, ``XMLFault`` for an answer that is no multistatus.
    func multistatus<Item: Sendable>(
        _ method: String,
        _ url: String,
        depth: String,
        body: String,
        cardLimit: Int = MultistatusReader.cardLimit,
        keep: @escaping @Sendable (DAVResponse) -> Item?
    ) async throws -> DAVListing<Item> {
        let headers = [("Depth", depth), ("Content-Type", "application/xml; charset=utf-8")]
        let document = Latest<MultistatusDocument<Item>>()
        let reply = try await exchange(method, url, headers: headers, body: Array(body.utf8)) { request in
            // The properties of one thing are short; only lists and cards are not.
            let limit = method == "PROPFIND" && depth == "0" ? 4 << 20 : XMLStream.lengthLimit
            let fresh = try MultistatusDocument(cardLimit: cardLimit, lengthLimit: limit, keep: keep)
            document.value = fresh
            do {
                return try await self.transport.send(request, into: { fresh.append($0) })
            } catch let error as HTTPTransportError {
                // The exchange was ended here, because of what came.
                if let fault = fresh.fault { throw fault }
                throw error
            }
        }
        guard reply.isSuccess, let document = document.value else { throw DAVStatusError(reply: reply) }
        var listing = try document.finished(url: reply.url)
        listing.isMoved = reply.isMoved
        listing.date = reply.headers["Date"].flatMap(RetryAfter.seconds(httpDate:))
        return listing
    }

    /// Reads the body of a `GET`, which may be as large as the limit; `nil` for the content when it is larger.
    func get(_ url: String, accept: String, limit: Int) async throws -> (reply: DAVReply, content: [UInt8]?) {
        let kept = Latest<BodyBuffer>()
        do {
            let reply = try await exchange("GET", url, headers: [("Accept", accept)], body: []) { request in
                let buffer = BodyBuffer(limit: limit)
                kept.value = buffer
                return try await self.transport.send(request, into: { buffer.append($0) })
            }
            return (reply, kept.value?.bytes)
        } catch let error as HTTPTransportError {
            guard kept.value?.isBeyondLimit == true else { throw error }
            return (DAVReply(HTTPResponse(status: 200), url: url), nil)
        }
    }

    // MARK: - One exchange

    private func exchange(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)],
        body: [UInt8],
        send: (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> DAVReply {
        try await gate.pass {
            var request = HTTPRequest(method: method, url: url, body: body, timeout: patience.requestTimeout)
            for (name, value) in headers { request.headers[name] = value }
            request.headers["User-Agent"] = userAgent
            // A compressing server would mark the tags of what it compresses, and refuse them later.
            request.headers["Accept-Encoding"] = "identity"
            var visited: Set<String> = [url]
            var isForGood = true
            var attempt = 0
            var challenges = 0
            while true {
                let here = HTTPAddress(request.url)
                guard here.origin == origin else { throw DAVElsewhere(target: here) }
                request.headers["Authorization"] = try await authorizer.authorization(
                    method: method,
                    path: here.requestTarget
                )
                let response: HTTPResponse
                do {
                    response = try await send(request)
                } catch let error as HTTPTransportError {
                    // A write whose answer was lost may have happened; its caller looks before it repeats it.
                    guard error.isTransient, ["GET", "PROPFIND", "REPORT"].contains(method), attempt < 2 else {
                        throw error
                    }
                    attempt += 1
                    try await patience.sleep(.milliseconds(250 * attempt))
                    continue
                }
                switch response.status {
                case 401:
                    let fields = response.headers.pairs.filter { $0.name.lowercased() == "www-authenticate" }
                    // A server that calls every nonce too old never takes one.
                    challenges += 1
                    if challenges <= Self.challengeLimit, authorizer.adopt(fields.map(\.value)) { continue }
                    throw refusal
                case 301, 302, 307, 308:
                    guard let target = response.headers["Location"].flatMap({ here.following($0) }),
                        target.scheme != nil
                    else { throw CardSourceError(.badAnswer, "The server redirects to an address that is no URL.") }
                    guard target.origin == origin else { throw DAVElsewhere(target: target) }
                    guard visited.insert(target.url).inserted, visited.count <= Self.redirectLimit + 1 else {
                        throw CardSourceError(.badAnswer, "The server redirects in a circle (\(target.shown)).")
                    }
                    isForGood = isForGood && [301, 308].contains(response.status)
                    request.url = target.url
                case 423 where attempt < Self.lockedAttempts:
                    // Another request of ours, or of another client, holds the address book for a moment.
                    attempt += 1
                    try await patience.sleep(.milliseconds(50 << attempt))
                case 429, 503:
                    let wait = try patienceAsked(by: response, attempt: attempt)
                    attempt += 1
                    try await patience.sleep(wait)
                case 502, 504:
                    guard ["GET", "PROPFIND", "REPORT"].contains(method), attempt < 2 else {
                        return DAVReply(response, url: request.url)
                    }
                    attempt += 1
                    try await patience.sleep(.milliseconds(500 * attempt))
                default: return DAVReply(response, url: request.url, isMoved: isForGood && visited.count > 1)
                }
            }
        }
    }

    private var refusal: CardSourceError {
        switch authorizer.credentials {
        case .none:
            CardSourceError(
                .authentication,
                "The server \(shownOrigin) asks for a name and a password (401); give the name with --user of contacts book add."
            )
        case .bearer: CardSourceError(.authentication, "The server \(shownOrigin) does not accept the token (401).")
        case .password:
            CardSourceError(
                .authentication,
                "The server \(shownOrigin) does not accept the name or the password (401); many providers want a password of its own for each program (“app password”)."
            )
        }
    }

    /// How long to wait before the request is repeated; throws when that is too long or too often.
    private func patienceAsked(by response: HTTPResponse, attempt: Int) throws(CardSourceError) -> Duration {
        let now = Int64(patience.now().timeIntervalSince1970)
        let asked = RetryAfter.delay(response.headers["Retry-After"], now: now)
        let wait = asked ?? min(DAVPatience.longestPause, .seconds(4 << attempt))
        guard attempt < patience.retries, wait <= patience.longestWait else {
            let seconds = Double(wait.components.seconds)
            throw CardSourceError(
                .unavailable,
                "The server \(shownOrigin) asks for patience (\(response.status)); try again in \(Int(seconds)) s.",
                retryAfter: patience.now().addingTimeInterval(seconds)
            )
        }
        announce(wait, response.status)
        return wait
    }

    private func announce(_ wait: Duration, _ status: Int) {
        let now = patience.now()
        let isNew = announced.withLock { announced in
            guard announced <= now else { return false }
            announced = now.addingTimeInterval(Double(wait.components.seconds))
            return true
        }
        guard isNew else { return }
        patience.waits(
            "The server \(shownOrigin) asks for patience (\(status)). Waiting for \(wait.components.seconds) s."
        )
    }
}

extension HTTPAddress {
    /// The path with the query, as it stands in the first line of a request.
    package var requestTarget: String {
        guard let scheme = url.firstRange(of: "://") else { return "/" }
        let path = url[scheme.upperBound...].drop { $0 != "/" && $0 != "?" }.prefix { $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}
