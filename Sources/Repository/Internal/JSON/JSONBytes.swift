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
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                append(raw: "\\u00")
                bytes.append(Self.digit(byte >> 4))
                bytes.append(Self.digit(byte & 0xF))
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
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

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
}
