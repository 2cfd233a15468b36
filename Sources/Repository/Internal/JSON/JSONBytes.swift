import Primitives

/// JSON while it is written.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    /// The JSON; what is written is UTF-8 throughout.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Adds what is JSON already.
    mutating func append(raw: StaticString) {
        raw.withUTF8Buffer { bytes += $0 }
    }

    /// Adds the name of a member, which must need no escapes, a comma before it unless it is the first.
    mutating func append(key: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += key.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Adds a text, or `null`.
    mutating func append(_ text: String?) {
        guard let text else { return append(raw: "null") }
        JSONString.append(text, to: &bytes, controls: .digits)
    }

    /// Adds `true` or `false`.
    mutating func append(_ flag: Bool) {
        append(raw: flag ? "true" : "false")
    }

    /// Adds a list.
    mutating func append<Element>(_ elements: [Element], _ element: (inout JSONBytes, Element) -> Void) {
        append(raw: "[")
        for (index, value) in elements.enumerated() {
            if index > 0 { append(raw: ",") }
            element(&self, value)
        }
        append(raw: "]")
    }

    /// Adds an object.
    mutating func appendObject(_ members: (inout JSONBytes) -> Void) {
        append(raw: "{")
        members(&self)
        append(raw: "}")
    }
}
