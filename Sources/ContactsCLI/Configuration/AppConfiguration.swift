/// The settings of the program, decoded once at its start.
struct AppConfiguration: Sendable {
    var environment: AppEnvironment
    var appName: String
    var appBundleID: String
    var appVersion: String
    /// Whether the views are shown with made-up states instead of the program.
    var isStorybook: Bool
    /// `embedded:` for the server inside the program, else an `http` or `https` address.
    var apiEndpointURL: String
    /// The part of the path behind the endpoint; empty for none.
    var apiVersion: String
    /// What makes the API answer with the same people each time; nil lets it choose.
    var apiSeed: String?
    /// The nationalities to ask for, separated by commas; nil for all.
    var apiNationalities: String?
    /// How many people are asked for at a time, from 1 to 5000.
    var apiPageSize: Int
    /// How long an answer may take.
    var apiTimeout: Duration
    /// How often a failed request is repeated.
    var apiRetryLimit: Int
    /// What proves to the API who asks; nil for nothing.
    var apiAccessToken: Secret?
    /// How long stored people are shown without asking the API.
    var cacheTTL: Duration
    /// How many bytes people may take in memory.
    var cacheMemoryLimit: Int
    /// The database file: an absolute path, or `:memory:`.
    var databasePath: String
    var logLevel: LogLevel
}
