public import Configuration

/// Gives the values of a resolved `.xcconfig` file to swift-configuration.
///
/// A key such as `api.pageSize` is looked up as `API_PAGE_SIZE`. Strings are read as strings, arrays as lists, and
/// booleans as the files' own rules have it: anything that does not begin with `Y`, `T` or a digit from 1 to 9 is false.
/// Bytes are base 64.
///
/// ```swift
/// let provider = XCConfigProvider(try ConfigResolver().resolve("/etc/app/PROD.xcconfig"))
/// let config = ConfigReader(provider: provider)
/// let pageSize = config.int(forKey: "api.pageSize", default: 50)
/// ```
public struct XCConfigProvider: Sendable {
    private let content: XCConfigSnapshot

    /// The name that reports show.
    public let providerName = "XCConfigProvider"

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - config: The resolved file.
    ///   - secretsSpecifier: Which keys, by their name in the file, are secret.
    public init(_ config: ResolvedConfig, secretsSpecifier: SecretsSpecifier<String, String> = .none) {
        content = XCConfigSnapshot(providerName: providerName, config: config, secretsSpecifier: secretsSpecifier)
    }
}

extension XCConfigProvider: ConfigProvider {
    /// The value for a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: What the value is read as.
    /// - Returns: The name that was looked up, and the value if there is one.
    /// - Throws: ``XCConfigValueError`` when the value is not of that type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try content.value(forKey: key, type: type)
    }

    /// The value for a key; the same as ``value(forKey:type:)``, since files are read once.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: What the value is read as.
    /// - Returns: The name that was looked up, and the value if there is one.
    /// - Throws: ``XCConfigValueError`` when the value is not of that type.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try content.value(forKey: key, type: type)
    }

    /// Hands out the value once: it does not change.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: What the value is read as.
    ///   - updatesHandler: What is done with the value.
    /// - Returns: What the handler returns.
    /// - Throws: What the handler throws.
    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    /// The values, which do not change.
    public func snapshot() -> any ConfigSnapshot {
        content
    }

    /// Hands out the values once: they do not change.
    ///
    /// - Parameter updatesHandler: What is done with the values.
    /// - Returns: What the handler returns.
    /// - Throws: What the handler throws.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

extension XCConfigProvider: CustomStringConvertible {
    /// The number of values, none of them.
    public var description: String {
        "XCConfigProvider[\(content.config.values.count) values]"
    }
}
