import Configuration

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
