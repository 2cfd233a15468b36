/// Performs HTTP exchanges: an HTTP client in the program, a test double in tests.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the complete response, whatever its status, within the request's timeout.
    ///
    /// - Throws: ``HTTPTransportError`` if there is no response, `CancellationError` if the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A transport that can stream response bodies, so that they don't have to fit in memory.
package protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends the request like ``HTTPTransport/send(_:)``, but delivers a successful response's body (2xx) in pieces,
    /// unless `receive` is `nil`.
    ///
    /// `receive` is called serially and in order, but not on the caller's task; it returns `false` to abort the
    /// exchange, which then fails. The response then has no body; with any other status, it has its body as usual.
    func send(_ request: HTTPRequest, into receive: BodyReceiver?) async throws -> HTTPResponse
}

/// Receives a piece of a body; returns `false` to abort the exchange.
package typealias BodyReceiver = @Sendable (UnsafeRawBufferPointer) -> Bool

extension HTTPStreamingTransport {
    package func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, into: nil) }
}

/// The reason why a request didn't get a response.
public struct HTTPTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers treat differently.
    public enum Kind: Equatable, Sendable {
        /// No server listens at this address.
        case refused
        case unknownHost
        /// Another connection failure, or a rejection by the proxy.
        case unreachable
        /// Connecting, the next byte or the whole exchange took too long.
        case timedOut
        /// The connection broke during the exchange.
        case brokenOff
        /// The certificate or encryption wasn't acceptable.
        case untrusted
        case tooLarge
        /// The redirects form a loop, are too many, or lead to a URL that isn't followed.
        case redirection
        case invalidURL
        /// A setting, such as the file of trusted authorities, is invalid.
        case misconfigured
        /// libcurl isn't installed.
        case libraryMissing
    }

    package var kind: Kind
    /// A description of the failure, to be used as the end of a sentence.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether a retry may succeed.
    ///
    /// A refused connection means that no server is running; a retry would only delay that message.
    package var isTransient: Bool { [.unreachable, .timedOut, .brokenOff].contains(kind) }

    /// The message.
    public var description: String { message }
}

/// An HTTP request.
public struct HTTPRequest: Equatable, Sendable, CustomStringConvertible {
    package var method: String
    package var url: String
    package var headers: HTTPHeaderFields
    /// The body; empty if there is none.
    package var body: [UInt8]
    /// The time limit of the whole exchange, including connecting and all retries; 0 for no limit.
    package var timeout: Duration

    package init(
        method: String = "GET",
        url: String,
        headers: HTTPHeaderFields = HTTPHeaderFields(),
        body: [UInt8] = [],
        timeout: Duration = .seconds(60)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }

    /// Whether the request may be sent twice, because of its method or an idempotency key.
    package var isIdempotent: Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PROPFIND", "REPORT"].contains(method)
            || headers["Idempotency-Key"] != nil
    }

    /// The method and the URL without user information and query, which may be secret, as may the header fields.
    public var description: String { "\(method) \(HTTPAddress(url).shown)" }
}

/// A complete HTTP response.
public struct HTTPResponse: Equatable, Sendable, CustomStringConvertible {
    package var status: Int
    package var headers: HTTPHeaderFields
    /// The body, decompressed.
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaderFields = HTTPHeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The status and the size; the body may contain personal data.
    public var description: String { "\(status), \(body.count) bytes" }
}

/// The header fields of a request or response, in order; names are case-insensitive.
public struct HTTPHeaderFields: Equatable, Sendable, CustomStringConvertible {
    package private(set) var pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    /// The first value for the name; setting replaces all values, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { pairs.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            pairs.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { pairs.append((name, newValue)) }
        }
    }

    /// Returns whether both have the same pairs in the same order.
    public static func == (left: HTTPHeaderFields, right: HTTPHeaderFields) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }

    /// The names only, because values may be secret.
    public var description: String { pairs.map(\.name).joined(separator: ", ") }
}
