import Foundation

/// A JSON document that a test can walk through without casts.
struct JSONValue: Sendable, Equatable, CustomStringConvertible {
    private enum Kind: Sendable, Equatable {
        case missing
        case null
        case text(String)
        case number(Double)
        case bool(Bool)
        case list([JSONValue])
        case object([String: JSONValue])
    }

    private let kind: Kind

    init(bytes: [UInt8]) throws {
        self.init(try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed]))
    }

    private init(_ value: Any) {
        switch value {
        case let text as String: kind = .text(text)
        case let list as [Any]: kind = .list(list.map(JSONValue.init))
        case let object as [String: Any]: kind = .object(object.mapValues(JSONValue.init))
        case let flag as Bool where "\(type(of: value))".contains("Bool"): kind = .bool(flag)
        case let number as Double: kind = .number(number)
        case let number as Int: kind = .number(Double(number))
        default: kind = .null
        }
    }

    private init(_ kind: Kind) {
        self.kind = kind
    }

    subscript(_ path: String) -> JSONValue {
        path.split(separator: ".").reduce(self) { value, key in
            if case .object(let members) = value.kind { return members[String(key)] ?? JSONValue(.missing) }
            return JSONValue(.missing)
        }
    }

    var array: [JSONValue] {
        if case .list(let items) = kind { return items }
        return []
    }

    var keys: Set<String> {
        if case .object(let members) = kind { return Set(members.keys) }
        return []
    }

    var text: String? {
        if case .text(let text) = kind { return text }
        return nil
    }

    var number: Double? {
        if case .number(let number) = kind { return number }
        return nil
    }

    var isMissing: Bool { kind == .missing }
    var description: String { "\(kind)" }
}
