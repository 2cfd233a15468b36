import Primitives

/// A type whose values the inspector may show.
///
/// Of other types it shows names alone: of an event's case and of the fields that changed. A state or an event shows all that it
/// contains, whatever that conforms to.
public protocol Inspectable {}

/// Values as bounded JSON, and their names without what they contain.
enum ShownValue {
    /// The largest size of a value, in bytes.
    static let limit = 16_384
    private static let deepest = 8
    private static let members = 100
    private static let characters = 1_000

    /// The value as JSON of at most about ``limit`` bytes: as it encodes itself, otherwise as an object of its fields.
    static func json(of value: Any) -> [UInt8] {
        if let json = whole(value) {
            if json.count <= limit { return json }
            if let parsed = try? JSONDecoder().decode(JSONValue.self, from: Data(json)) {
                var left = limit
                return (try? encoder.encode(cut(parsed, depth: 0, &left))).map { Array($0) } ?? []
            }
        }
        var left = limit
        return (try? encoder.encode(reflected(value, depth: 0, &left))).map { Array($0) } ?? []
    }

    /// The value as it encodes itself; `nil` if it does not.
    static func whole(_ value: Any) -> [UInt8]? {
        guard let value = value as? any Encodable else { return nil }
        return (try? encoder.encode(value)).map { Array($0) }
    }

    /// Equal values have equal bytes.
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        return encoder
    }

    private static func cut(_ value: JSONValue, depth: Int, _ left: inout Int) -> JSONValue {
        left -= 8
        guard left > 0 else { return .string("…") }
        switch value {
        case .string(let text): return .string(shortened(text, &left))
        case .array(let elements):
            guard depth < deepest else { return .string("…") }
            var shown: [JSONValue] = []
            for element in elements.prefix(members) {
                guard left > 0 else { break }
                shown.append(cut(element, depth: depth + 1, &left))
            }
            if shown.count < elements.count { shown.append(.string(more(elements.count - shown.count))) }
            return .array(shown)
        case .object(let object):
            guard depth < deepest else { return .string("…") }
            var shown: [String: JSONValue] = [:]
            for (key, member) in object.sorted(by: { $0.key < $1.key }).prefix(members) {
                guard left > 0 else { break }
                left -= key.utf8.count
                shown[key] = cut(member, depth: depth + 1, &left)
            }
            if shown.count < object.count { shown["…"] = .string(more(object.count - shown.count)) }
            return .object(shown)
        case .null, .bool, .integer, .unsigned, .number: return value
        }
    }

    private static func reflected(_ value: Any, depth: Int, _ left: inout Int) -> JSONValue {
        left -= 8
        guard left > 0 else { return .string("…") }
        switch value {
        case let value as Bool: return .bool(value)
        case let value as any BinaryInteger: return Int64(exactly: value).map { .integer($0) } ?? .string("\(value)")
        case let value as any StringProtocol: return .string(shortened(String(value), &left))
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let child = mirror.children.first else { return .null }
            return reflected(child.value, depth: depth, &left)
        case .enum:
            guard let child = mirror.children.first else { return .string(shortened("\(value)", &left)) }
            guard depth < deepest else { return .string("…") }
            return .object([child.label ?? "value": reflected(child.value, depth: depth + 1, &left)])
        case .collection, .set:
            guard depth < deepest else { return .string("…") }
            var shown: [JSONValue] = []
            for child in mirror.children.prefix(members) {
                guard left > 0 else { break }
                shown.append(reflected(child.value, depth: depth + 1, &left))
            }
            if shown.count < mirror.children.count { shown.append(.string(more(mirror.children.count - shown.count))) }
            return .array(shown)
        case .struct, .class, .tuple, .dictionary, .foreignReference:
            guard depth < deepest else { return .string("…") }
            var shown: [String: JSONValue] = [:]
            for (index, child) in mirror.children.prefix(members).enumerated() {
                guard left > 0 else { break }
                shown[child.label ?? "\(index)"] = reflected(child.value, depth: depth + 1, &left)
            }
            if shown.count < mirror.children.count { shown["…"] = .string(more(mirror.children.count - shown.count)) }
            return .object(shown)
        default:
            return .string(shortened("\(value)", &left))
        }
    }

    private static func shortened(_ text: String, _ left: inout Int) -> String {
        let shown = text.prefix(min(characters, max(1, left)))
        left -= shown.utf8.count
        return shown.endIndex == text.endIndex ? text : shown + "…"
    }

    private static func more(_ count: Int) -> String { "… \(count) more" }

    // MARK: Names

    /// The name of a state: its case, or that of its content, its phase or its status; `nil` if it has none.
    static func stateName(of state: Any) -> String? {
        let mirror = Mirror(reflecting: state)
        switch mirror.displayStyle {
        case .enum: return caseName(mirror, state)
        case .optional: return mirror.children.first.map { stateName(of: $0.value) ?? "some" } ?? "none"
        default: break
        }
        for name in ["content", "phase", "status"] {
            guard let child = mirror.children.first(where: { $0.label == name }) else { continue }
            let inner = Mirror(reflecting: child.value)
            if inner.displayStyle == .enum { return caseName(inner, child.value) }
        }
        return nil
    }

    private static func caseName(_ mirror: Mirror, _ value: Any) -> String {
        mirror.children.first.map { $0.label ?? "\(type(of: value))" } ?? "\(value)"
    }

    /// The names of the fields that differ: `case` for another case of an enumeration, `value` where there are no fields.
    static func changedFields(from old: Any, to new: Any) -> [String] {
        let before = Mirror(reflecting: old)
        let after = Mirror(reflecting: new)
        if after.displayStyle == .enum {
            guard caseName(before, old) == caseName(after, new) else { return ["case"] }
            guard let one = before.children.first, let two = after.children.first else { return [] }
            return differing(one.value, two.value) ?? ["value"]
        }
        return differing(old, new) ?? ["value"]
    }

    /// The names of the differing fields of two values of one type; `nil` if it has no fields with names.
    private static func differing(_ old: Any, _ new: Any) -> [String]? {
        let pairs = zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children)
        var names: [String] = []
        var hasFields = false
        for (one, two) in pairs {
            guard let name = two.label else { return nil }
            hasFields = true
            if !areEqual(one.value, two.value) { names.append(name) }
        }
        return hasFields ? names : nil
    }

    private static func areEqual(_ one: Any, _ two: Any) -> Bool {
        guard let one = one as? any Equatable else { return "\(one)" == "\(two)" }
        return isEqual(one, two)
    }

    private static func isEqual<Value: Equatable>(_ one: Value, _ two: Any) -> Bool { one == two as? Value }
}
