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
    private static let most = 100
    private static let characters = 1_000

    /// The value as JSON of at most about ``limit`` bytes: as it encodes itself, otherwise as an object of its fields.
    ///
    /// - Returns: The JSON, and whether it has the value as it encodes itself.
    static func json(of value: Any) -> (bytes: [UInt8], isWhole: Bool) {
        var source = value
        if let json = whole(value) {
            if json.count <= limit { return (json, true) }
            if let parsed = try? JSONDecoder().decode(JSONValue.self, from: Data(json)) { source = parsed }
        }
        var left = limit
        return ((try? encoder.encode(cut(source, depth: 0, &left))).map { Array($0) } ?? [], false)
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

    /// The value with what is too long, too many or too deep cut off: JSON that was read, or any other value.
    private static func cut(_ value: Any, depth: Int, _ left: inout Int) -> JSONValue {
        left -= 8
        guard left > 0 else { return .string("…") }
        switch value {
        case JSONValue.array(let elements): return list(elements.lazy.map { $0 }, elements.count, depth, &left)
        case JSONValue.object(let object):
            return members(object.sorted { $0.key < $1.key }.lazy.map { ($0, $1) }, object.count, depth, &left)
        case JSONValue.string(let text): return .string(shortened(text, &left))
        case let leaf as JSONValue: return leaf
        case let value as Bool: return .bool(value)
        case let value as any BinaryInteger:
            return Int64(exactly: value).map { .integer($0) } ?? .string(shortened("\(value)", &left))
        case let value as any StringProtocol: return .string(shortened(String(value), &left))
        default: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return .null }
            // It takes no room of its own.
            left += 8
            return cut(wrapped.value, depth: depth, &left)
        case .collection, .set, .dictionary:
            return list(mirror.children.lazy.map(\.value), mirror.children.count, depth, &left)
        case .enum where mirror.children.isEmpty, nil: return .string(shortened("\(value)", &left))
        default:
            let children = mirror.children.enumerated().lazy.map { ($1.label ?? "\($0)", $1.value) }
            return members(children, mirror.children.count, depth, &left)
        }
    }

    private static func list(_ all: some Sequence<Any>, _ count: Int, _ depth: Int, _ left: inout Int) -> JSONValue {
        guard depth < deepest else { return .string("…") }
        var shown: [JSONValue] = []
        for element in all.prefix(most) where left > 0 { shown.append(cut(element, depth: depth + 1, &left)) }
        if shown.count < count { shown.append(.string("… \(count - shown.count) more")) }
        return .array(shown)
    }

    private static func members(
        _ all: some Sequence<(String, Any)>,
        _ count: Int,
        _ depth: Int,
        _ left: inout Int
    ) -> JSONValue {
        guard depth < deepest else { return .string("…") }
        var shown: [String: JSONValue] = [:]
        for (name, member) in all.prefix(most) where left > 0 {
            left -= name.utf8.count
            shown[name] = cut(member, depth: depth + 1, &left)
        }
        if shown.count < count { shown["…"] = .string("… \(count - shown.count) more") }
        return .object(shown)
    }

    private static func shortened(_ text: String, _ left: inout Int) -> String {
        let shown = text.prefix(min(characters, max(1, left)))
        left -= shown.utf8.count
        return shown.endIndex == text.endIndex ? text : shown + "…"
    }

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
