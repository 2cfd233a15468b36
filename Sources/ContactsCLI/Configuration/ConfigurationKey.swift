/// The keys of all settings.
///
/// `Configurations/README.md` explains them; a test compares the two lists.
enum ConfigurationKey: String, CaseIterable, Sendable {
    case environment = "ENVIRONMENT"
    case appName = "APP_NAME"
    case appBundleID = "APP_BUNDLE_ID"
    case appVersion = "APP_VERSION"
    case isStorybook = "IS_STORYBOOK"
    case apiEndpointURL = "API_ENDPOINT_URL"
    case apiVersion = "API_VERSION"
    case apiSeed = "API_SEED"
    case apiNationalities = "API_NATIONALITIES"
    case apiPageSize = "API_PAGE_SIZE"
    case apiTimeoutSeconds = "API_TIMEOUT_SECONDS"
    case apiRetryLimit = "API_RETRY_LIMIT"
    case apiAccessToken = "API_ACCESS_TOKEN"
    case apiCAFile = "API_CA_FILE"
    case cacheTTLSeconds = "CACHE_TTL_SECONDS"
    case cacheMemoryLimit = "CACHE_MEMORY_LIMIT"
    case book = "BOOK"
    case databasePath = "DATABASE_PATH"
    case defaultRegion = "DEFAULT_REGION"
    case logLevel = "LOG_LEVEL"
    case theme = "THEME"

    /// The key's parts in lower case, as swift-configuration wants them.
    var components: [String] {
        rawValue.lowercased().split(separator: "_").map(String.init)
    }

    /// The environment variable that sets the key.
    var variable: String { "CONTACTS_\(rawValue)" }

    /// A shorter name for the variable.
    var shortVariable: String? {
        switch self {
        case .environment: "CONTACTS_ENV"
        case .databasePath: "CONTACTS_DB"
        case .logLevel: "CONTACTS_LOG"
        default: nil
        }
    }

    /// The flag that sets the key.
    var flag: String? {
        switch self {
        case .environment: "--env"
        case .book: "--book"
        case .databasePath: "--db"
        case .apiCAFile: "--cacert"
        case .logLevel: "--log-level"
        default: nil
        }
    }

    /// Whether the value is never shown.
    var isSecret: Bool { self == .apiAccessToken }

    /// Whether an empty value is a value: no version, no seed, no token, no file, no country, no book in particular.
    ///
    /// For all other keys an empty value counts as unset.
    var meansSomethingWhenEmpty: Bool {
        switch self {
        case .apiVersion, .apiSeed, .apiNationalities, .apiAccessToken, .apiCAFile, .book, .databasePath,
            .defaultRegion:
            true
        default: false
        }
    }

    /// The value when nothing sets the key.
    var builtInDefault: String {
        switch self {
        case .environment: "DEV"
        case .appName: "Contacts"
        case .appBundleID: "org.example.contacts"
        case .appVersion: EmbeddedConfigurations.version
        case .isStorybook: "NO"
        case .apiEndpointURL: "embedded:"
        case .apiVersion: "1.4"
        case .apiSeed: "contacts"
        case .apiNationalities: ""
        case .apiPageSize: "50"
        case .apiTimeoutSeconds: "30"
        case .apiRetryLimit: "3"
        case .apiAccessToken: ""
        case .apiCAFile: ""
        case .cacheTTLSeconds: "86400"
        case .cacheMemoryLimit: "33554432"
        case .book: ""
        case .databasePath: ""
        case .defaultRegion: ""
        case .logLevel: "warning"
        case .theme: "auto"
        }
    }
}
