import Primitives

/// Any JSON value, for comparing recorded values with replayed ones.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A whole number beyond `Int64`.
    case unsigned(UInt64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The value as a whole number that is not negative.
    var unsigned: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        default: nil
        }
    }

    /// The path of the first difference from another value, as in JavaScript; `nil` when both are equal.
    package func firstDifference(from other: JSONValue, path: String) -> String? {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            for (index, pair) in zip(left, right).enumerated() {
                if let place = pair.0.firstDifference(from: pair.1, path: "\(path)[\(index)]") { return place }
            }
            return left.count == right.count ? nil : "\(path)[\(min(left.count, right.count))]"
        case (.object(let left), .object(let right)):
            for key in Set(left.keys).union(right.keys).sorted() {
                let place = "\(path).\(key)"
                guard let one = left[key], let two = right[key] else { return place }
                if let inner = one.firstDifference(from: two, path: place) { return inner }
            }
            return nil
        default:
            return self == other ? nil : path
        }
    }
}

extension JSONValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .unsigned(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .unsigned(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
