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
