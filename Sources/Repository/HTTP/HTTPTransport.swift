/// Carries out HTTP exchanges; an HTTP client in the program, a double in tests.
public protocol HTTPTransport: Sendable {
    /// Sends the request and returns the complete response, whatever its status, within the request's timeout.
    ///
    /// - Throws: ``HTTPTransportError`` when there is no answer, `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// A transport that can hand over the body of an answer while it comes, so that none has to fit in memory.
package protocol HTTPStreamingTransport: HTTPTransport {
    /// Sends the request as ``HTTPTransport/send(_:)`` does, and hands the body of a successful answer (2xx) over in pieces.
    ///
    /// `receive` is called in order and never at once, off the caller's task; it returns `false` to end the exchange, which
    /// then fails. The response has no body then; that of another status is in it as usual.
    func send(
        _ request: HTTPRequest,
        into receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
    ) async throws -> HTTPResponse
}

/// The reason why a request has no response.
public struct HTTPTransportError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure that callers treat differently.
    public enum Kind: Equatable, Sendable {
        /// No server listens at the address.
        case refused
        case unknownHost
        /// No connection, for another reason, or the proxy refuses.
        case unreachable
        /// Connecting, the next byte or the whole exchange took too long.
        case timedOut
        /// The connection ended during the exchange.
        case brokenOff
        /// The certificate or the encryption was not acceptable.
        case untrusted
        case tooLarge
        /// The redirections form a loop, are too many, or lead to a URL that is not followed.
        case redirection
        case invalidURL
        /// A setting, such as the file of trusted authorities, cannot be used.
        case misconfigured
        /// The library that carries requests is not installed.
        case libraryMissing
    }

    package var kind: Kind
    /// What happened, as the end of a sentence.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether a retry may succeed.
    ///
    /// A refused connection means that no server runs there; a retry would only delay that message.
    package var isTransient: Bool { [.unreachable, .timedOut, .brokenOff].contains(kind) }

    /// What happened.
    public var description: String { message }
}

/// An HTTP request.
public struct HTTPRequest: Equatable, Sendable, CustomStringConvertible {
    package var method: String
    package var url: String
    package var headers: HTTPHeaderFields
    /// The body, empty for none.
    package var body: [UInt8]
    /// The time limit of the whole exchange, with connecting and all retries; 0 for none.
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

    /// Whether the request may be sent twice: by its method, or because it carries an idempotency key.
    package var isIdempotent: Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PROPFIND", "REPORT"].contains(method)
            || headers["Idempotency-Key"] != nil
    }

    /// The method and the URL without user information and query; both may hold secrets, as the header fields may.
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

    /// The status and the size; the body may hold personal data.
    public var description: String { "\(status), \(body.count) bytes" }
}

/// The header fields of a request or response, in order; names are case-insensitive.
public struct HTTPHeaderFields: Equatable, Sendable, CustomStringConvertible {
    package private(set) var pairs: [(name: String, value: String)]

    package init(_ pairs: [(name: String, value: String)] = []) { self.pairs = pairs }

    /// The first value of the name; setting replaces every value, `nil` removes them.
    public subscript(name: String) -> String? {
        get { pairs.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            pairs.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { pairs.append((name, newValue)) }
        }
    }

    /// Whether both have the same pairs in the same order.
    public static func == (left: HTTPHeaderFields, right: HTTPHeaderFields) -> Bool {
        left.pairs.elementsEqual(right.pairs) { $0 == $1 }
    }

    /// The names only: values may be secrets.
    public var description: String { pairs.map(\.name).joined(separator: ", ") }
}
