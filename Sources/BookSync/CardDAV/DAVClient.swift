import Primitives
package import Repository
import Synchronization

/// A server's reply, whatever its status; thrown where the status isn't expected.
struct DAVReply: Error {
    var response: HTTPResponse
    /// The URL of the reply, after redirects.
    var url: String
    /// Whether there were redirects and all of them were permanent.
    var isMoved = false

    var status: Int { response.status }
    var headers: HTTPHeaderFields { response.headers }
    var body: [UInt8] { response.body }
    var isSuccess: Bool { (200..<300).contains(status) }
    /// The precondition codes in the body (RFC 4918).
    var conditions: Set<String> { MultistatusReader.conditions(in: body) }
}

/// A multistatus reply, with each response converted to an item.
struct DAVListing<Item: Sendable>: Sendable {
    var items: [Item] = []
    var syncToken: String?
    var url: String
    /// Whether the reply was redirected, and all redirects were permanent.
    var isMoved = false
}

/// An error for a redirect to another origin than the client's.
struct DAVElsewhere: Error {
    var target: HTTPAddress

    var refusal: CardSourceError {
        CardSourceError(
            .badAnswer,
            "The server redirects to another origin, \(target.shown); passwords are sent only to the one that you gave. If it is right, give that address."
        )
    }
}

/// A WebDAV client for one origin, with authentication, redirects, retries and limits on replies.
///
/// Requests are only sent to the origin of the URL that the user gave, so that a redirect can't obtain the password.
/// Over `http`, passwords are only sent to this machine.
package final class DAVClient: Sendable {
    static let parallelRequests = 4
    /// The maximum size of a reply that is kept in memory, in bytes.
    package static let answerLimit = 32 << 20
    /// The maximum time to wait for the next byte from the server.
    ///
    /// A server without an index reads all cards before it answers: Radicale takes over 30 seconds for 150 MB of photos.
    package static let silence: Duration = .seconds(120)
    /// The longest retry delay that the server may ask for; a longer one ends the pass.
    private static let longestWait: Duration = .seconds(60)
    /// The longest retry delay if the server doesn't specify one.
    package static let longestPause: Duration = .seconds(30)
    /// Without jitter, because the user is told how long a delay is.
    package static let retries = RetryPolicy(limit: 4, random: { 1 })

    let origin: String
    let shownOrigin: String
    private let authorizer: DAVAuthorizer
    private let transport: any HTTPStreamingTransport
    private let retries: RetryPolicy
    /// The time limit of each attempt.
    private let timeout: Duration
    /// Called with a message for the user before each delay that a busy server causes.
    private let waits: @Sendable (String) -> Void
    /// The maximum number of attempts while the server reports a lock.
    private static let lockedAttempts = 6
    private let userAgent: String
    /// The end of the last announced delay, so that concurrent requests announce it only once.
    private let announced = Mutex(Date.distantPast)

    /// - Throws: ``CardSourceError`` if the URL is unusable, or would expose the password.
    package init(
        address: String,
        credentials: DAVCredentials,
        transport: any HTTPStreamingTransport = CurlTransport(
            sizeLimit: DAVClient.answerLimit,
            idleTimeout: DAVClient.silence
        ),
        retries: RetryPolicy = DAVClient.retries,
        timeout: Duration = .seconds(300),
        waits: @escaping @Sendable (String) -> Void = { _ in },
        userAgent: String = "contacts"
    ) throws(CardSourceError) {
        let parsed = HTTPAddress(address)
        guard parsed.scheme != nil, let origin = parsed.origin else {
            throw CardSourceError(
                .missing,
                "“\(HTTPAddress.withoutSecrets(address))” isn't the address of a CardDAV server; write https://host/path."
            )
        }
        guard !parsed.hasUserInformation else {
            throw CardSourceError(
                .authentication,
                "The address contains a user name or a password; give the name with --user, and leave the password out."
            )
        }
        guard parsed.keepsSecrets || !credentials.isSecret else {
            throw CardSourceError(
                .authentication,
                "A password is not sent to \(parsed.shown), which is not encrypted; write https:// instead of http://."
            )
        }
        self.origin = origin
        shownOrigin = parsed.shownOrigin
        self.transport = transport
        self.retries = retries
        self.timeout = timeout
        self.waits = waits
        self.userAgent = userAgent
        authorizer = DAVAuthorizer(credentials)
    }

    var user: String? { authorizer.credentials.user }

    // MARK: - Requests

    /// Sends a request and returns the reply, whatever its status.
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

    /// Sends a request and parses the multistatus reply as it arrives; `keep` converts each response to an item.
    ///
    /// Cards larger than ``CardBytes/limit`` are only marked as too large.
    ///
    /// - Throws: ``DAVReply`` for any other status, ``XMLFault`` if the reply isn't a multistatus.
    func multistatus<Item: Sendable>(
        _ method: String,
        _ url: String,
        depth: String = "0",
        body: String,
        keep: @escaping @Sendable (DAVResponse) -> Item?
    ) async throws -> DAVListing<Item> {
        let headers = [("Depth", depth), ("Content-Type", "application/xml; charset=utf-8")]
        var document: MultistatusDocument<Item>?
        let reply = try await exchange(method, url, headers: headers, body: Array(body.utf8)) { request in
            // The properties of a single resource are short; only listings and cards are long.
            let limit = method == "PROPFIND" && depth == "0" ? 4 << 20 : XMLStream.lengthLimit
            let fresh = try MultistatusDocument(lengthLimit: limit, keep: keep)
            document = fresh
            do {
                return try await self.transport.send(request, into: { fresh.append($0) })
            } catch let error as HTTPTransportError {
                // The client aborted the transfer because of the content.
                if let fault = fresh.fault { throw fault }
                throw error
            }
        }
        guard reply.isSuccess, let document else { throw reply }
        return try document.finished(reply)
    }

    // MARK: - One exchange

    private func exchange(
        _ method: String,
        _ url: String,
        headers: [(name: String, value: String)],
        body: [UInt8],
        send: (HTTPRequest) async throws -> HTTPResponse
    ) async throws -> DAVReply {
        var request = HTTPRequest(method: method, url: url, body: body, timeout: timeout)
        for (name, value) in headers { request.headers[name] = value }
        request.headers["User-Agent"] = userAgent
        // A server that compresses replies would change their ETags, and then reject them later.
        request.headers["Accept-Encoding"] = "identity"
        try checkOrigin(HTTPAddress(url))
        var redirects = HTTPRedirects(from: url)
        let isQuestion = ["GET", "PROPFIND", "REPORT"].contains(method)
        var attempt = 0
        var refusals = 0
        func pause(_ first: Duration) async throws {
            try await retries.sleep(retries.backoff(attempt, first: first, longest: Self.longestPause))
            attempt += 1
        }
        while true {
            request.headers["Authorization"] = try await authorizer.authorization(
                method: method,
                path: HTTPAddress(request.url).requestTarget
            )
            let response: HTTPResponse
            do {
                response = try await send(request)
            } catch let error as HTTPTransportError {
                // A write whose response was lost may have succeeded; the caller checks before retrying.
                guard error.isTransient, isQuestion, attempt < 2 else { throw error }
                try await pause(.milliseconds(250))
                continue
            }
            switch response.status {
            case 401:
                let fields = response.headers.pairs.filter { $0.name.lowercased() == "www-authenticate" }
                refusals += 1
                let authorization = request.headers["Authorization"]
                guard authorizer.adopt(fields.map(\.value), for: authorization, refusals: refusals) else {
                    throw refusal
                }
            // Another request, ours or another client's, is briefly holding a lock on the address book.
            case 423 where attempt < Self.lockedAttempts: try await pause(.milliseconds(100))
            case 429, 503:
                let wait = try waitRequested(by: response, attempt: attempt)
                attempt += 1
                try await retries.sleep(wait)
            case _ where isQuestion && [502, 504].contains(response.status) && attempt < 2:
                try await pause(.milliseconds(500))
            default:
                do {
                    guard try redirects.follow(response, with: &request, check: checkOrigin) else {
                        return DAVReply(response: response, url: request.url, isMoved: redirects.isMoved)
                    }
                } catch let error as HTTPTransportError {
                    throw DAVFailures.of(error, origin: shownOrigin)
                }
            }
        }
    }

    private func checkOrigin(_ target: HTTPAddress) throws {
        guard target.origin == origin else { throw DAVElsewhere(target: target) }
    }

    private var refusal: CardSourceError {
        let reason =
            switch authorizer.credentials {
            case .none: "asks for a user name and a password (401); give the name with --user of contacts book add."
            case .bearer: "doesn't accept the token, nor a new one from the command (401)."
            case .password:
                "doesn't accept the user name or the password (401); many providers require a separate password for each "
                    + "program (“app password”)."
            }
        return CardSourceError(.authentication, "The server \(shownOrigin) \(reason)")
    }

    /// Returns the delay before the next retry; throws if it is too long or there were too many retries.
    private func waitRequested(by response: HTTPResponse, attempt: Int) throws(CardSourceError) -> Duration {
        let pause = retries.backoff(attempt, first: .seconds(4), longest: Self.longestPause)
        let wait = retries.delay(askedBy: response) ?? pause
        guard attempt < retries.limit, wait <= Self.longestWait else {
            let seconds = Double(wait.components.seconds)
            throw CardSourceError(
                .unavailable,
                "The server \(shownOrigin) is limiting requests (\(response.status)); try again in \(Int(seconds)) s.",
                retryAfter: retries.now().addingTimeInterval(seconds)
            )
        }
        announce(wait, response.status)
        return wait
    }

    private func announce(_ wait: Duration, _ status: Int) {
        let now = retries.now()
        let isNew = announced.withLock { announced in
            guard announced <= now else { return false }
            announced = now.addingTimeInterval(Double(wait.components.seconds))
            return true
        }
        guard isNew else { return }
        waits(
            "The server \(shownOrigin) is limiting requests (\(status)). Waiting for \(wait.components.seconds) s."
        )
    }
}

/// A multistatus reply that is parsed as it arrives.
///
/// Safe to share: one thread at a time uses it, first libcurl's until the transfer ends and then the task's. A task
/// that was cancelled before that doesn't use it again.
final class MultistatusDocument<Item: Sendable>: @unchecked Sendable {
    private let reader: MultistatusReader
    private let stream: XMLStream
    private var items: [Item] = []
    var fault: XMLFault? { stream.fault }

    init(lengthLimit: Int = XMLStream.lengthLimit, keep: @escaping @Sendable (DAVResponse) -> Item?) throws(XMLFault) {
        reader = MultistatusReader()
        stream = try XMLStream(reader, lengthLimit: lengthLimit)
        reader.emit = { [unowned self] response in
            if let item = keep(response) { items.append(item) }
        }
    }

    /// Parses a chunk; returns `false` if the reply is unusable.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do throws(XMLFault) { try stream.append(bytes) } catch { return false }
        return true
    }

    func finished(_ reply: DAVReply) throws(XMLFault) -> DAVListing<Item> {
        try stream.finish()
        return DAVListing(items: items, syncToken: reader.syncToken, url: reply.url, isMoved: reply.isMoved)
    }
}
