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

/// Makes the name in a file of the key in code.
enum XCConfigKeyEncoder {
    /// `["api", "pageSize"]` is `API_PAGE_SIZE`: upper case, underscores between parts and before inner capitals.
    static func name(of components: [String]) -> String {
        components.map(name(ofComponent:)).joined(separator: "_")
    }

    private static func name(ofComponent component: String) -> String {
        var bytes: [UInt8] = []
        var isAfterSmall = false
        for byte in component.utf8 {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isCapital, isAfterSmall { bytes.append(UInt8(ascii: "_")) }
            bytes.append(NameBytes.isLater(byte) ? uppercased(byte) : UInt8(ascii: "_"))
            isAfterSmall = NameBytes.isLater(byte) && !isCapital && byte != UInt8(ascii: "_")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func uppercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
    }
}

/// The values of a resolved file, converted to what swift-configuration asks for.
struct XCConfigSnapshot: ConfigSnapshot {
    let providerName: String
    let config: ResolvedConfig
    let secretsSpecifier: SecretsSpecifier<String, String>

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = XCConfigKeyEncoder.name(of: key.components)
        guard let value = config[name] else { return LookupResult(encodedKey: name, value: nil) }
        guard let content = Self.content(of: value, type: type) else {
            throw XCConfigValueError(key: name, type: type.rawValue)
        }
        let isSecret = secretsSpecifier.isSecret(key: name, value: value.string)
        return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: isSecret))
    }

    private static func content(of value: ResolvedValue, type: ConfigType) -> ConfigContent? {
        switch type {
        case .string: .string(value.string)
        case .int: Int(value.string).map { .int($0) }
        case .double: Double(value.string).map { .double($0) }
        case .bool: .bool(value.bool)
        case .bytes: bytes(value.string).map { .bytes($0) }
        case .stringArray: .stringArray(value.list)
        case .intArray: elements(value.list) { Int($0) }.map { .intArray($0) }
        case .doubleArray: elements(value.list) { Double($0) }.map { .doubleArray($0) }
        case .boolArray: .boolArray(value.list.map(BooleanText.bool))
        case .byteChunkArray: elements(value.list, bytes).map { .byteChunkArray($0) }
        }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        ConfigBytesFromBase64StringDecoder().decode(text)
    }

    private static func elements<Element>(_ list: [String], _ convert: (String) -> Element?) -> [Element]? {
        var result: [Element] = []
        for text in list {
            guard let element = convert(text) else { return nil }
            result.append(element)
        }
        return result
    }
}

/// A value that is not of the type it was asked for.
public struct XCConfigValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the key in the file.
    public var key: String
    /// The type that was asked for.
    public var type: String

    /// What happened; the value may be secret and is left out.
    public var description: String {
        "the value of '\(key)' cannot be read as \(type)"
    }
}
