/// Writes a JSON object member by member, on one line or, if pretty, indented by two spaces.
///
/// Member names are written verbatim, so they must not need escapes.
package struct JSONWriter {
    private var bytes: [UInt8] = []
    private let isPretty: Bool
    private let controls: JSONString.ControlEscapes
    private var depth = 0
    /// Whether the open object or list is still empty.
    private var isEmpty = true

    /// Returns an object with the members that `body` adds.
    package static func object(
        isPretty: Bool = false,
        controls: JSONString.ControlEscapes = .short,
        capacity: Int = 0,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var json = JSONWriter(isPretty: isPretty, controls: controls)
        json.bytes.reserveCapacity(isPretty ? capacity * 2 : capacity)
        try json.object(nil, body)
        return json.bytes
    }

    /// Adds an object with the members that `body` adds; list elements have no key.
    package mutating func object(_ key: String?, _ body: (inout JSONWriter) throws -> Void) rethrows {
        try nest(key, "{}", body)
    }

    package mutating func list(_ key: String?, _ body: (inout JSONWriter) throws -> Void) rethrows {
        try nest(key, "[]", body)
    }

    package mutating func add(_ key: String?, _ value: String?) {
        guard let value else { return add(key, raw: Array("null".utf8)) }
        begin(key)
        JSONString.append(value, to: &bytes, controls: controls)
    }

    package mutating func add(_ key: String?, _ value: (some FixedWidthInteger)?) {
        add(key, raw: Array((value.map { String($0) } ?? "null").utf8))
    }

    package mutating func add(_ key: String?, _ value: Bool) { add(key, raw: Array("\(value)".utf8)) }

    package mutating func add(_ key: String?, _ values: [String]) {
        list(key) { list in
            for value in values { list.add(nil, value) }
        }
    }

    /// Adds a value that is already JSON.
    package mutating func add(_ key: String?, raw value: [UInt8]) {
        begin(key)
        bytes += value
    }

    private mutating func begin(_ key: String?) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        if isPretty, depth > 0 { startLine() }
        isEmpty = false
        guard let key else { return }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: key.utf8)
        bytes.append(contentsOf: isPretty ? "\": ".utf8 : "\":".utf8)
    }

    private mutating func nest(
        _ key: String?,
        _ brackets: StaticString,
        _ body: (inout JSONWriter) throws -> Void
    ) rethrows {
        begin(key)
        bytes.append(brackets.utf8Start[0])
        (depth, isEmpty) = (depth + 1, true)
        try body(&self)
        depth -= 1
        if isPretty, !isEmpty { startLine() }
        isEmpty = false
        bytes.append(brackets.utf8Start[1])
    }

    private mutating func startLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }
}
