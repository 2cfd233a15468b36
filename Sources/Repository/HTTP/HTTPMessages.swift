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
