/// A growing buffer of bytes, with what the formats need to fill it quickly.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    @inline(__always)
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    mutating func append(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var divisor: UInt = 1
        while rest / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / divisor))
            rest %= divisor
            divisor /= 10
        }
    }

    mutating func indent(_ count: Int, with byte: UInt8 = UInt8(ascii: " ")) {
        bytes.append(contentsOf: repeatElement(byte, count: count))
    }
}

extension ByteWriter {
    /// Writes a text in quotation marks, escaping what JSON asks to escape and nothing else.
    mutating func appendJSON(_ text: String) {
        append(UInt8(ascii: "\""))
        if text.utf8.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
            for byte in text.utf8 { appendJSON(byte) }
        } else {
            append(text)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func appendJSON(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"" as StaticString)
        case UInt8(ascii: "\\"): append("\\\\" as StaticString)
        case 0x0a: append("\\n" as StaticString)
        case 0x0d: append("\\r" as StaticString)
        case 0x09: append("\\t" as StaticString)
        case ..<0x20:
            append("\\u00" as StaticString)
            append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
            append(byte & 15 < 10 ? 48 + byte & 15 : 87 + byte & 15)
        default: append(byte)
        }
    }
}
