import Primitives

/// Writes JSON to a buffer of bytes.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    /// The JSON as text; the bytes are always valid UTF-8.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends text that is already JSON.
    mutating func append(raw: StaticString) {
        raw.withUTF8Buffer { bytes += $0 }
    }

    /// Appends the name of a member, after a comma unless it is the first; it must not need escapes.
    mutating func append(key: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += key.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends a text, or `null`.
    mutating func append(_ text: String?) {
        guard let text else { return append(raw: "null") }
        JSONString.append(text, to: &bytes, controls: .digits)
    }

    /// Appends `true` or `false`.
    mutating func append(_ flag: Bool) {
        append(raw: flag ? "true" : "false")
    }

    mutating func append<Element>(_ elements: [Element], _ element: (inout JSONBytes, Element) -> Void) {
        append(raw: "[")
        for (index, value) in elements.enumerated() {
            if index > 0 { append(raw: ",") }
            element(&self, value)
        }
        append(raw: "]")
    }

    mutating func appendObject(_ members: (inout JSONBytes) -> Void) {
        append(raw: "{")
        members(&self)
        append(raw: "}")
    }
}
