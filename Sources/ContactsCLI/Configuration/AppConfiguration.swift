import Repository

struct AppConfiguration: Sendable {
    var environment: AppEnvironment
    var appName: String
    var appBundleID: String
    var appVersion: String
    /// Whether the views show sample states instead of running the program.
    var isStorybook: Bool
    /// `embedded:` for the embedded server, or an `http` or `https` address.
    var apiEndpointURL: String
    /// The path component after the endpoint; may be empty.
    var apiVersion: String
    /// The seed that makes the API return the same people each time; nil lets the API choose.
    var apiSeed: String?
    /// The nationalities to request, separated by commas; nil for all.
    var apiNationalities: String?
    /// The number of people per request, from 1 to 5000.
    var apiPageSize: Int
    var apiTimeout: Duration
    var apiRetryLimit: Int
    var apiAccessToken: Secret?
    /// The absolute path of a PEM file with the trusted certificate authorities; nil for the system's.
    var apiCAFile: String?
    /// The time during which stored people are shown without an API request.
    var cacheTTL: Duration
    /// The database file: an absolute path, or `:memory:`.
    var databasePath: String
    /// The country for phone numbers written without a country code; nil if it isn't known.
    var defaultRegion: PhoneRegion?
    var logLevel: LogLevel
    var theme: ThemeSetting
    /// The book that commands work with; `nil` when a database file was named instead.
    var book: Book?
    /// The book with the people of the environment's API; `nil` when a database file was named instead.
    var peopleBook: Book?
    /// Whether a flag or a variable names the file of the people.
    var isPeopleFileNamed = false
    /// The name of the book that is used when none is named.
    var standardBookName = Book.peopleName
    /// The books that a flag, a variable or a file names; empty if none is named.
    var bookNames = ""
    /// The books that are used as one; ``book`` is then the first to search, and might not be among them.
    var joinedBooks: [Book]?
}

extension AppConfiguration {
    /// The name of the open book, or the keyword for all of them; empty when a database file was named instead.
    var bookName: String { isAllBooks ? Book.allName : book?.name ?? "" }

    /// Returns a command line that works with the same book again.
    func command(_ words: String) -> String {
        if isAllBooks { return "contacts --book \(bookNames) \(words)" }
        guard let book, book.name != standardBookName else { return "contacts \(words)" }
        return "contacts --book \(book.name) \(words)"
    }

    /// The file with the trusted authorities, possibly from the variable that OpenSSL reads; nil for the system's.
    func certificateFile(in environment: [String: String]) -> String? {
        apiCAFile ?? environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    init(environment: AppEnvironment, decoder: inout SettingDecoder, databasePath: String) {
        let certificateFile = decoder.inputFile(.apiCAFile)
        let seed = decoder.checked(.apiSeed, SettingRules.seed)
        let nationalities = decoder.checked(.apiNationalities, SettingRules.nationalities)
        let token = decoder.checked(.apiAccessToken, SettingRules.token)
        self.init(
            environment: environment,
            appName: decoder.checked(.appName, SettingRules.line),
            appBundleID: decoder.checked(.appBundleID, SettingRules.bundleID),
            appVersion: decoder.checked(.appVersion, SettingRules.line),
            isStorybook: decoder.boolean(.isStorybook),
            apiEndpointURL: decoder.checked(.apiEndpointURL, SettingRules.endpoint),
            apiVersion: decoder.checked(.apiVersion, SettingRules.version),
            apiSeed: seed.isEmpty ? nil : seed,
            apiNationalities: nationalities.isEmpty || nationalities.lowercased() == "all" ? nil : nationalities,
            apiPageSize: decoder.integer(.apiPageSize, in: 1...5_000),
            apiTimeout: decoder.seconds(.apiTimeoutSeconds, in: 1...3_600, leastMilliseconds: 100),
            apiRetryLimit: decoder.integer(.apiRetryLimit, in: 0...10),
            apiAccessToken: token.isEmpty ? nil : Secret(token),
            apiCAFile: certificateFile,
            cacheTTL: decoder.seconds(.cacheTTLSeconds, in: 0...31_536_000, leastMilliseconds: 0),
            databasePath: databasePath,
            defaultRegion: PhoneRegion(decoder.checked(.defaultRegion, SettingRules.region)),
            logLevel: decoder.choice(.logLevel, default: .warning),
            theme: decoder.choice(.theme, default: .auto)
        )
        if let last = seed.utf8.last, (0x30...0x39).contains(last) {
            decoder.warn(.apiSeed, "it ends in a digit, so its pages repeat those of other seeds. Add a letter.")
        }
        let endpoint = HTTPAddress(apiEndpointURL)
        if apiAccessToken != nil, endpoint.scheme == "http", !endpoint.isLoopback {
            decoder.warn(
                .apiAccessToken,
                "it is sent to \(endpoint.shown) without encryption, so others can read it on the way. Use an https "
                    + "address."
            )
        }
    }
}

/// The environment that the program runs in, which determines where people come from.
enum AppEnvironment: String, CaseIterable, Sendable {
    /// Development: people from the embedded server.
    case dev = "DEV"
    /// Quality control: the real API.
    case qc = "QC"
    case prod = "PROD"

    /// Parses the name of an environment, ignoring case; `Production` is `PROD`.
    init?(name: String) {
        switch name.uppercased() {
        case "DEV", "DEVELOPMENT": self = .dev
        case "QC": self = .qc
        case "PROD", "PRODUCTION": self = .prod
        default: return nil
        }
    }

    var fileName: String { "\(rawValue).xcconfig" }

    /// The name of the environment's database; environments never share one.
    var databaseName: String { "contacts-\(rawValue.lowercased()).sqlite" }
}

/// The log levels, from the least to the most messages.
enum LogLevel: String, CaseIterable, Sendable {
    case fatal
    case error
    case warning
    case info
    case debug
    case trace
}

enum ThemeSetting: String, CaseIterable, Sendable {
    /// Dark or light, like the terminal; no colors on a terminal that doesn't support them.
    case auto
    case dark
    case light
    case highContrast = "high-contrast"
    case none
}

/// A secret text that prints, dumps and interpolates as a placeholder.
struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    static let placeholder = "<redacted>"

    let value: String

    init(_ value: String) {
        self.value = value
    }

    var description: String { Self.placeholder }

    var debugDescription: String { Self.placeholder }

    var customMirror: Mirror { Mirror(self, children: []) }
}

/// The secrets among the values of a settings file, recognized by their keys.
struct SecretValues: Sendable {
    /// The secret values, longest first, so that hiding one never leaves the rest of a longer one that contains it.
    private let secrets: [String]

    /// Words in a key that mark its value as secret.
    private static let words: Set<String> = [
        "TOKEN", "TOKENS", "SECRET", "SECRETS", "PASSWORD", "PASSWORDS", "PASSWD", "PASSPHRASE", "PASSCODE",
        "CREDENTIAL", "CREDENTIALS", "APIKEY",
    ]
    /// Words before `KEY` that mark a value as secret.
    private static let keys: Set<String> = [
        "API", "ACCESS", "PRIVATE", "AUTH", "ENCRYPTION", "LICENSE", "SHARED", "SIGNING",
    ]

    /// The maximum number of secrets to search for in other values, so that the time doesn't grow quadratically.
    private static let limit = 20

    init(of values: [String: String]) {
        // A short secret, such as a digit, may occur in other values by chance.
        let found = values.filter { Self.isSecret($0.key) && $0.value.utf8.count >= 4 }.map(\.value)
        secrets = Array(Set(found).sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }.prefix(Self.limit))
    }

    /// Returns whether the key's name marks its value as secret.
    static func isSecret(_ key: String) -> Bool {
        let words = key.uppercased().split { !$0.isLetter }.map(String.init)
        if words.contains(where: Self.words.contains) { return true }
        return zip(words, words.dropFirst()).contains { keys.contains($0) && $1 == "KEY" }
    }

    /// Returns the value for display: secrets become a placeholder, and URLs lose their password and query.
    func hidden(_ value: String, of key: String) -> String {
        guard !value.isEmpty else { return value }
        if Self.isSecret(key) { return Secret.placeholder }
        var shown = value
        for secret in secrets where shown.contains(secret) { shown = shown.replacing(secret, with: Secret.placeholder) }
        return shown.contains("://") ? HTTPAddress.withoutSecrets(shown) : shown
    }
}
