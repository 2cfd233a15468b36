/// The settings of the API client.
public struct APISettings: Sendable {
    /// The version in the URL's path; empty for none.
    public var version: String
    /// The seed that determines the people; `nil` lets the server choose one, which the store then keeps.
    public var seed: String?
    /// The nationalities to request, comma-separated; `nil` for all.
    public var nationalities: String?
    /// The bearer token; `nil` for none.
    public var token: String?
    /// The time limit of a request, with all retries; 0 for none.
    public var timeout: Duration
    /// The most retries of a request.
    public var retryLimit: Int
    /// The value of the field `User-Agent`.
    public var userAgent: String
    /// Returns the API's URL; called with the first request, so that an embedded server can start then.
    public var endpoint: @Sendable () async throws -> String

    package init(
        version: String = "",
        seed: String? = nil,
        nationalities: String? = nil,
        token: String? = nil,
        timeout: Duration = .seconds(60),
        retryLimit: Int = 3,
        userAgent: String = "contacts",
        endpoint: @escaping @Sendable () async throws -> String
    ) {
        self.version = version
        self.seed = seed
        self.nationalities = nationalities
        self.token = token
        self.timeout = timeout
        self.retryLimit = retryLimit
        self.userAgent = userAgent
        self.endpoint = endpoint
    }
}
