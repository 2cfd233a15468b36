/// JSON of `Codable` values with sorted keys, so that equal values have equal bytes.
package struct JSONCoder: Sendable {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    /// Creates a coder that can't encode infinite numbers and NaN.
    package init() { encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }

    /// Creates a coder that writes infinite numbers and NaN as texts.
    package init(infinity: String, minusInfinity: String, notANumber: String) {
        self.init()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity,
            negativeInfinity: minusInfinity,
            nan: notANumber
        )
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity,
            negativeInfinity: minusInfinity,
            nan: notANumber
        )
    }

    package func encode(_ value: some Encodable) throws -> [UInt8] {
        try encoder.encode(value).withUnsafeBytes { Array($0) }
    }

    package func decode<Value: Decodable>(_ type: Value.Type = Value.self, from bytes: [UInt8]) throws -> Value {
        try decoder.decode(type, from: Data(bytes))
    }
}
