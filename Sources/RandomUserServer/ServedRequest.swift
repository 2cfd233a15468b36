/// One request that an embedded server has answered, for tests to count and look at.
public struct ServedRequest: Sendable, Equatable {
    /// The method as sent, such as `GET`.
    public let method: String

    /// Path and query as sent, such as `/api/1.4/?results=5`.
    public let target: String

    /// The status of the answer; 0 when the connection was cut or left hanging before any answer.
    public let status: Int

    /// The request's headers by lower-case name; of a repeated header the last value.
    public let headers: [String: String]

    /// Creates a record of one request.
    public init(method: String, target: String, status: Int, headers: [String: String] = [:]) {
        self.method = method
        self.target = target
        self.status = status
        self.headers = headers
    }
}
