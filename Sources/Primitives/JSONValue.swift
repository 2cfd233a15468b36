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

    /// The value as a nonnegative whole number.
    package var unsigned: UInt64? {
        switch self {
        case .integer(let number): UInt64(exactly: number)
        case .unsigned(let number): number
        default: nil
        }
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }

    package subscript(_ name: String) -> JSONValue? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Returns the path of the first difference from another value, as in JavaScript; `nil` if they are equal.
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
        func read<Content: Decodable>(_ make: (Content) -> JSONValue) -> JSONValue? {
            (try? container.decode(Content.self)).map(make)
        }
        if container.decodeNil() {
            self = .null
        } else if let value = read(Self.bool) ?? read(Self.integer) ?? read(Self.unsigned) ?? read(Self.number) {
            self = value
        } else {
            self = try read(Self.string) ?? read(Self.array) ?? .object(container.decode([String: JSONValue].self))
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
