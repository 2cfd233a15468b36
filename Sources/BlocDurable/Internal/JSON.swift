import Primitives

/// Values as JSON, with sorted keys so that equal values have equal bytes.
enum JSON {
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
    private static let decoder = JSONDecoder()

    static func encode(_ value: some Encodable) throws -> [UInt8] {
        try encoder.encode(value).withUnsafeBytes { Array($0) }
    }

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try decoder.decode(type, from: Data(bytes))
    }
}
