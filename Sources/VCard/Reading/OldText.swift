import Primitives

/// Converts text values from vCard 2.1, whose only escape is `\;`.
enum OldText {
    /// Returns the value with the escapes of later versions.
    static func normalized(_ value: String, of name: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x2C || $0 == 0x5C || $0 == 0x0A || $0 == 0x0D }) else { return value }
        let isList = name == "CATEGORIES"
        var result: [UInt8] = []
        var bytes = value.utf8.makeIterator()
        var byte = bytes.next()
        while let current = byte {
            byte = bytes.next()
            switch current {
            case 0x5C:
                if let next = byte, [0x3B, 0x2C, 0x6E, 0x4E, 0x5C].contains(next) {
                    result += [current, next]
                    byte = bytes.next()
                } else {
                    result += [current, current]
                }
            case 0x2C where !isList: result += [0x5C, current]
            case 0x0D:
                result += [0x5C, 0x6E]
                if byte == 0x0A { byte = bytes.next() }
            case 0x0A: result += [0x5C, 0x6E]
            default: result.append(current)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns whether a property has parts separated by semicolons, where an encoded semicolon isn't a separator.
    static func isStructured(_ name: String) -> Bool {
        ["N", "ADR", "ORG", "X-ANDROID-CUSTOM"].contains(name)
    }

    /// Returns whether a property has a text value in vCard 2.1.
    static func isText(_ name: String) -> Bool {
        ["N", "FN", "ADR", "LABEL", "ORG", "TITLE", "ROLE", "NOTE", "CATEGORIES"].contains(name)
    }
}

/// A character set used by old cards.
enum Charset: Equatable {
    case utf8
    case latin1
    case windows1252
    /// Any other character set that the C library supports.
    case other(String)

    /// Finds a character set by name; `nil` if it is unknown.
    init?(_ name: String) {
        switch name.uppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII": self = .utf8
        case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1": self = .latin1
        case "WINDOWS-1252", "CP1252", "CP-1252": self = .windows1252
        default:
            guard CharsetText.isKnown(name) else { return nil }
            self = .other(name)
        }
    }

    /// Whether ASCII bytes can be parts of other characters.
    var hasShifts: Bool { if case .other(let name) = self { name.lowercased().hasPrefix("iso-2022") } else { false } }

    /// Decodes the bytes.
    ///
    /// Bytes that aren't valid UTF-8 are decoded as Windows-1252, which most of them are.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        switch self {
        case .utf8: String(validating: bytes, as: UTF8.self) ?? Charset.windows1252.decode(bytes)
        case .latin1: Self.text(bytes) { UInt16($0) }
        case .windows1252: Self.text(bytes) { 0x80..<0xA0 ~= $0 ? Self.high[Int($0) - 0x80] : UInt16($0) }
        case .other(let name):
            CharsetText.decoded(Array(bytes), from: name) ?? Charset.windows1252.decode(bytes)
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ scalar: (UInt8) -> UInt16) -> String {
        String(decoding: bytes.map(scalar), as: UTF16.self)
    }

    /// The characters 0x80 to 0x9F of Windows-1252; the five unassigned ones map to control characters, as in browsers.
    private static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
