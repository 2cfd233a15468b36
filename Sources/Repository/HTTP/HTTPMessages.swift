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

/// The whole answer of a server.
public struct HTTPResponse: Equatable, Sendable, CustomStringConvertible {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaderFields
    /// The body, decompressed.
    public var body: [UInt8]

    /// Creates an answer.
    public init(status: Int, headers: HTTPHeaderFields = HTTPHeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The status and the size; the body may hold personal data.
    public var description: String { "\(status), \(body.count) bytes" }
}

/// The header fields of a request or an answer, in order; names are compared without regard to case.
public struct HTTPHeaderFields: Equatable, Sendable, CustomStringConvertible {
    private struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    private var fields: [Field] = []

    /// Creates an empty list.
    public init() {}

    /// Takes pairs of name and value.
    public init(_ pairs: [(name: String, value: String)]) {
        fields = pairs.map { Field(name: $0.name, value: $0.value) }
    }

    /// The pairs of name and value, in order.
    public var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

    /// The first value of the name; setting replaces every value, `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// The names only: values may be secrets.
    public var description: String { fields.map(\.name).joined(separator: ", ") }
}
