/// Writes strings as JSON, UTF-8 unescaped.
struct JSONText: Sendable {
    /// Whether to escape also what JSON allows but a terminal could take as an order; the value stays the same.
    var isForTerminal = false

    /// Adds the text in quotation marks, or `null`.
    func append(_ text: String?, to bytes: inout [UInt8]) {
        guard var text else {
            bytes += "null".utf8
            return
        }
        bytes.append(UInt8(ascii: "\""))
        if isForTerminal, !TerminalText.isPlainASCII(text) {
            appendForTerminal(text, to: &bytes)
        } else {
            text.withUTF8 { Self.append($0, to: &bytes) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var begin = 0
        for index in text.indices {
            let byte = text[index]
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes += text[begin..<index]
            appendEscape(of: byte, to: &bytes)
            begin = index + 1
        }
        bytes += text[begin...]
    }

    private func appendForTerminal(_ text: String, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                Self.appendEscape(of: UInt8(ascii: scalar), to: &bytes)
            case "\u{2028}", "\u{2029}":
                Self.appendHexadecimal(scalar.value, to: &bytes)
            case _ where scalar.value < 0x20:
                Self.appendEscape(of: UInt8(ascii: scalar), to: &bytes)
            case _ where TerminalText.isHarmful(scalar):
                Self.appendHexadecimal(scalar.value, to: &bytes)
            default:
                bytes += UTF8.encode(scalar).map { Array($0) } ?? []
            }
        }
    }

    private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): bytes += #"\""#.utf8
        case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
        case 0x08: bytes += #"\b"#.utf8
        case 0x0C: bytes += #"\f"#.utf8
        case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
        case UInt8(ascii: "\r"): bytes += #"\r"#.utf8
        case UInt8(ascii: "\t"): bytes += #"\t"#.utf8
        default: appendHexadecimal(UInt32(byte), to: &bytes)
        }
    }

    /// All that is escaped this way is in the Basic Multilingual Plane, so that four digits are enough.
    private static func appendHexadecimal(_ value: UInt32, to bytes: inout [UInt8]) {
        let digits = String(value, radix: 16)
        bytes += #"\u"#.utf8
        bytes += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
        bytes += digits.utf8
    }
}
