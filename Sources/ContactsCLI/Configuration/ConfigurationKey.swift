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
    case book = "BOOK"
    case databasePath = "DATABASE_PATH"
    case defaultRegion = "DEFAULT_REGION"
    case logLevel = "LOG_LEVEL"
    case theme = "THEME"

    /// Keys of earlier versions: files may still set them, but they have no effect.
    static let retired: Set = ["CACHE_MEMORY_LIMIT"]

    /// The variables that set the key, the short name before the long one.
    var variables: [String] { [shortNames.variable, "CONTACTS_\(rawValue)"].compactMap(\.self) }

    var flag: String? { shortNames.flag }

    private var shortNames: (variable: String?, flag: String?) {
        switch self {
        case .environment: ("CONTACTS_ENV", "--env")
        case .book: (nil, "--book")
        case .databasePath: ("CONTACTS_DB", "--db")
        case .apiCAFile: (nil, "--cacert")
        case .logLevel: ("CONTACTS_LOG", "--log-level")
        default: (nil, nil)
        }
    }

    var isSecret: Bool { self == .apiAccessToken }

    /// Whether an empty value is meaningful: no version, no seed, no token, no file, no country, no particular book.
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

    /// The value if nothing sets the key; the files of the environments set all other keys.
    var builtInDefault: String { self == .environment ? AppEnvironment.dev.rawValue : "" }
}
