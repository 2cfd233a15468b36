/// The settings of the API client.
public struct APISettings: Sendable {
    /// The version in the URL's path; empty for none.
    public var version = ""
    /// The seed that determines the people; `nil` lets the server choose one, which the store then keeps.
    public var seed: String?
    /// The nationalities to request, comma-separated; `nil` for all.
    public var nationalities: String?
    /// The bearer token; `nil` for none.
    public var token: String?
    /// The time limit of a request, with all retries; 0 for none.
    public var timeout = Duration.seconds(60)
    /// The most retries of a request.
    public var retryLimit = 3
    /// The value of the field `User-Agent`.
    public var userAgent = "contacts"
    /// Returns the API's URL; called with the first request, so that an embedded server can start then.
    public var endpoint: @Sendable () async throws -> String
}

extension APISettings {
    package init(endpoint: @escaping @Sendable () async throws -> String) {
        // The first argument chooses the initializer with all properties.
        self.init(version: "", endpoint: endpoint)
    }
}
