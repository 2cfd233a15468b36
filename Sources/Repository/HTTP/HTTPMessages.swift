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
    private struct Field: Equatable, Sendable {
        var name: String
        var value: String
    }

    private var fields: [Field] = []

    package init() {}

    package init(_ pairs: [(name: String, value: String)]) {
        fields = pairs.map { Field(name: $0.name, value: $0.value) }
    }

    package var pairs: [(name: String, value: String)] { fields.map { ($0.name, $0.value) } }

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
