/// A request; it has a body only where the program logs in.
public struct HTTPRequest: Equatable, Sendable, CustomStringConvertible {
    /// The method, in upper case.
    public var method: String
    /// The absolute URL, percent-encoded.
    public var url: String
    /// The header fields.
    public var headers: HTTPHeaderFields
    /// The body, empty for none.
    public var body: [UInt8]
    /// How long the exchange may take in all: connecting, head and body, and every repetition; 0 for as long as it takes.
    public var timeout: Duration
    /// How often the request has been sent, this time included; middlewares count it.
    package var attempt = 1

    /// Creates a request.
    public init(
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

    /// Whether sending the request twice has the effect of sending it once: by its method, or because the server can tell.
    public var isIdempotent: Bool {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) || headers["Idempotency-Key"] != nil
    }

    /// The method and the URL without user information and query; both may hold secrets, as the header fields may.
    public var description: String { "\(method) \(HTTPAddress(url).shown)" }
}
