public import Configuration

/// Provides the values of a resolved `.xcconfig` file to swift-configuration.
///
/// Looks a key such as `api.pageSize` up as `API_PAGE_SIZE`. Arrays are the lists of values, bytes are base64, and
/// booleans follow the rules of the files: true begins with `Y`, `T` or a digit from 1 to 9.
///
/// ```swift
/// let provider = XCConfigProvider(try ConfigResolver().resolve("/etc/app/PROD.xcconfig"))
/// let config = ConfigReader(provider: provider)
/// let pageSize = config.int(forKey: "api.pageSize", default: 50)
/// ```
public struct XCConfigProvider: Sendable {
    private let content: XCConfigSnapshot

    /// The name in reports.
    public let providerName = "XCConfigProvider"

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - config: The resolved file.
    ///   - secretsSpecifier: The keys, by their names in the file, that are secret.
    public init(_ config: ResolvedConfig, secretsSpecifier: SecretsSpecifier<String, String> = .none) {
        content = XCConfigSnapshot(providerName: providerName, config: config, secretsSpecifier: secretsSpecifier)
    }
}

extension XCConfigProvider: ConfigProvider {
    /// The value for a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The name in the file, and the value if there is one.
    /// - Throws: ``XCConfigValueError`` when the value does not have that type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try content.value(forKey: key, type: type)
    }

    /// The value for a key; the same as ``value(forKey:type:)``, since files are read once.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    /// - Returns: The name in the file, and the value if there is one.
    /// - Throws: ``XCConfigValueError`` when the value does not have that type.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try content.value(forKey: key, type: type)
    }

    /// Provides the value once: it does not change.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - type: The type of the value.
    ///   - updatesHandler: Receives the value.
    /// - Returns: The result of the handler.
    /// - Throws: The error of the handler.
    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    /// The values, which never change.
    public func snapshot() -> any ConfigSnapshot {
        content
    }

    /// Provides the values once: they do not change.
    ///
    /// - Parameter updatesHandler: Receives the values.
    /// - Returns: The result of the handler.
    /// - Throws: The error of the handler.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

extension XCConfigProvider: CustomStringConvertible {
    /// The number of values, but no value, since any may be secret.
    public var description: String {
        "XCConfigProvider[\(content.config.values.count) values]"
    }
}

/// Converts keys in code to names in a file.
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

/// The values of a resolved file, converted to the types of swift-configuration.
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

/// A value does not have the requested type.
public struct XCConfigValueError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the key in the file.
    public var key: String
    /// The requested type.
    public var type: String

    /// The message, without the value, which may be secret.
    public var description: String {
        "the value of '\(key)' cannot be read as \(type)"
    }
}
