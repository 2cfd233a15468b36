/// How the API is asked.
public struct APISettings: Sendable {
    /// The version in the URL's path; empty for none.
    public var version: String
    /// The seed that fixes which people there are; `nil` lets the server choose one, which the store then keeps.
    public var seed: String?
    /// The nationalities wanted, comma-separated; `nil` for all.
    public var nationalities: String?
    /// The bearer token; `nil` for none.
    public var token: String?
    /// The people on a page of a first or refreshed list, 1 to 5,000.
    public var pageSize: Int
    /// How long a request may take, repetitions included; 0 for as long as it takes.
    public var timeout: Duration
    /// How often a request is repeated at most.
    public var retryLimit: Int
    /// The name that the program gives itself.
    public var userAgent: String
    /// The API's address, asked for with the first request only, so that a server of one's own can start then.
    public var endpoint: @Sendable () async throws -> String

    /// Creates settings.
    public init(
        version: String = "",
        seed: String? = nil,
        nationalities: String? = nil,
        token: String? = nil,
        pageSize: Int = 50,
        timeout: Duration = .seconds(60),
        retryLimit: Int = 3,
        userAgent: String = "contacts",
        endpoint: @escaping @Sendable () async throws -> String
    ) {
        self.version = version
        self.seed = seed
        self.nationalities = nationalities
        self.token = token
        self.pageSize = pageSize
        self.timeout = timeout
        self.retryLimit = retryLimit
        self.userAgent = userAgent
        self.endpoint = endpoint
    }
}
