import Foundation

/// A JSON document that a test can walk through without casts.
indirect enum JSONValue: Equatable {
    /// Also what is missing.
    case null
    case text(String)
    case number(Double)
    case bool(Bool)
    case list([JSONValue])
    case object([String: JSONValue])

    init(bytes: [UInt8]) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(bytes)))
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let list as [Any]: self = .list(list.map(JSONValue.init))
        case let object as [String: Any]: self = .object(object.mapValues(JSONValue.init))
        case let flag as Bool where "\(type(of: value))".contains("Bool"): self = .bool(flag)
        case let number as Double: self = .number(number)
        case let number as Int: self = .number(Double(number))
        default: self = .null
        }
    }

    subscript(_ path: String) -> JSONValue {
        path.split(separator: ".").reduce(self) { value, key in
            if case .object(let members) = value { members[String(key)] ?? .null } else { .null }
        }
    }

    var array: [JSONValue] { if case .list(let items) = self { items } else { [] } }
    var keys: Set<String> { if case .object(let members) = self { Set(members.keys) } else { [] } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
}
