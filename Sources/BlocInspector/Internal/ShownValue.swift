import Bloc
import Primitives

/// A type whose values the inspector may show.
///
/// For other types the inspector shows only names: the case of an event and the changed fields. Making a state or an
/// event inspectable shows everything it contains, even values of types that aren't ``Inspectable``.
public protocol Inspectable {}

/// Values as JSON of limited size, and their names without their contents.
enum ShownValue {
    /// The maximum size of a value, in bytes.
    static let limit = 16_384
    private static let deepest = 8
    private static let most = 100
    private static let characters = 1_000

    /// Returns the value as JSON of about ``limit`` bytes at most: its own encoding, if `isWhole`, or an object of its fields.
    static func json(of value: Any) -> (bytes: [UInt8], isWhole: Bool) {
        var source = value
        if let json = whole(value) {
            if json.count <= limit { return (json, true) }
            if let parsed = try? JSONDecoder().decode(JSONValue.self, from: Data(json)) { source = parsed }
        }
        var left = limit
        return (whole(cut(source, depth: 0, &left)) ?? [], false)
    }

    /// Returns the value's own encoding; `nil` if it has none.
    static func whole(_ value: Any) -> [UInt8]? {
        guard let value = value as? any Encodable else { return nil }
        return try? coder.encode(value)
    }

    static func text(_ value: some Encodable) throws -> String {
        String(decoding: try coder.encode(value), as: UTF8.self)
    }

    static let coder = JSONCoder(infinity: "inf", minusInfinity: "-inf", notANumber: "nan")

    /// Truncates a value, parsed JSON or any other kind, where it is too long, too large or too deep.
    private static func cut(_ value: Any, depth: Int, _ left: inout Int) -> JSONValue {
        left -= 8
        guard left > 0 else { return .string("…") }
        switch value {
        case JSONValue.array(let elements):
            return parts(Mirror(reflecting: elements).children, isList: true, depth, &left)
        case JSONValue.object(let object):
            let children = object.sorted { $0.key < $1.key }.lazy.map { (label: String?($0), value: $1 as Any) }
            return parts(Mirror.Children(children), isList: false, depth, &left)
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
            // An optional takes up no space itself.
            left += 8
            return cut(wrapped.value, depth: depth, &left)
        case .collection, .set, .dictionary: return parts(mirror.children, isList: true, depth, &left)
        case .enum where mirror.children.isEmpty, nil: return .string(shortened("\(value)", &left))
        default: return parts(mirror.children, isList: false, depth, &left)
        }
    }

    /// Returns parts as a list, or as an object keyed by their labels or, without labels, their indexes.
    private static func parts(_ all: Mirror.Children, isList: Bool, _ depth: Int, _ left: inout Int) -> JSONValue {
        guard depth < deepest else { return .string("…") }
        var shown: [(String, JSONValue)] = []
        for (index, part) in all.prefix(most).enumerated() where left > 0 {
            left -= part.label?.utf8.count ?? 0
            shown.append((part.label ?? "\(index)", cut(part.value, depth: depth + 1, &left)))
        }
        if shown.count < all.count { shown.append(("…", .string("… \(all.count - shown.count) more"))) }
        return isList ? .array(shown.map(\.1)) : .object(Dictionary(shown) { $1 })
    }

    private static func shortened(_ text: String, _ left: inout Int) -> String {
        let shown = text.prefix(min(characters, max(1, left)))
        left -= shown.utf8.count
        return shown.endIndex == text.endIndex ? text : shown + "…"
    }

    // MARK: Names

    /// Returns the name of a state: its case, or the case of its content, phase or status; `nil` if there is none.
    static func stateName(of state: Any) -> String? {
        let mirror = Mirror(reflecting: state)
        switch mirror.displayStyle {
        case .enum: return EventName.of(state)
        case .optional: return mirror.children.first.map { stateName(of: $0.value) ?? "some" } ?? "none"
        default: break
        }
        let named = ["content", "phase", "status"].lazy.compactMap { mirror.descendant($0) }
        return named.first { Mirror(reflecting: $0).displayStyle == .enum }.map { EventName.of($0) }
    }

    /// Returns the names of the fields that differ: `case` if the enumeration case differs, `value` if the fields have no names.
    static func changedFields(from old: Any, to new: Any) -> [String] {
        let (before, after) = (Mirror(reflecting: old), Mirror(reflecting: new))
        if after.displayStyle == .enum {
            guard EventName.of(old) == EventName.of(new) else { return ["case"] }
            guard let one = before.children.first, let two = after.children.first else { return [] }
            return differing(Mirror(reflecting: one.value), Mirror(reflecting: two.value))
        }
        return differing(before, after)
    }

    private static func differing(_ before: Mirror, _ after: Mirror) -> [String] {
        guard before.children.first?.label != nil, after.children.first?.label != nil else { return ["value"] }
        let pairs = zip(before.children, after.children)
        return pairs.compactMap { one, two in areEqual(one.value, two.value) ? nil : two.label }
    }

    private static func areEqual(_ one: Any, _ two: Any) -> Bool {
        func isEqual<Value: Equatable>(_ one: Value) -> Bool { one == two as? Value }
        return (one as? any Equatable).map { isEqual($0) } ?? ("\(one)" == "\(two)")
    }
}
