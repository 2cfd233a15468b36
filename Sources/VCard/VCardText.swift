/// Escapes and unescapes text values in vCards.
public enum VCardText: Sendable {
    /// Escapes backslashes, commas, semicolons and line breaks.
    public static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x5C || $0 == 0x2C || $0 == 0x3B || $0 == 0x0A || $0 == 0x0D }) else {
            return text
        }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 8)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x5C, 0x2C, 0x3B: escaped += [0x5C, byte]
            case 0x0A: if last != 0x0D { escaped += [0x5C, 0x6E] }
            case 0x0D: escaped += [0x5C, 0x6E]
            default: escaped.append(byte)
            }
            last = byte
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    /// Removes the escapes from a value.
    public static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(0x5C) else { return text }
        var plain: [UInt8] = []
        plain.reserveCapacity(text.utf8.count)
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            guard byte == 0x5C else {
                plain.append(byte)
                continue
            }
            switch bytes.next() {
            case nil: plain.append(byte)
            case 0x6E, 0x4E: plain.append(0x0A)
            case let escaped? where "\\,;:".utf8.contains(escaped): plain.append(escaped)
            case let other?: plain += [byte, other]
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// Splits at unescaped separators; the parts keep their escapes.
    public static func parts(_ text: String, by separator: UInt8) -> [String] {
        var text = text
        return text.withUTF8 { bytes in
            var parts: [String] = []
            var start = 0
            var isEscape = false
            for (index, byte) in bytes.enumerated() {
                if isEscape {
                    isEscape = false
                } else if byte == 0x5C {
                    isEscape = true
                } else if byte == separator {
                    parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
                    start = index + 1
                }
            }
            parts.append(String(decoding: bytes[start...], as: UTF8.self))
            return parts
        }
    }

    /// Returns the unescaped components of a structured value such as `N`; commas within components stay.
    public static func components(_ text: String) -> [String] {
        parts(text, by: 0x3B).map { unescaped($0) }
    }

    /// Returns the unescaped items of a list such as `CATEGORIES`.
    public static func items(_ text: String) -> [String] {
        parts(text, by: 0x2C).map { unescaped($0) }
    }

    /// Escapes each line break as `\n`; Unicode's line separators don't end a line of a card.
    static func withoutLineBreaks(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            let isBreak = character.isNewline && !"\u{85}\u{2028}\u{2029}".contains(character)
            result += isBreak ? "\\n" : String(character)
        }
    }
}
