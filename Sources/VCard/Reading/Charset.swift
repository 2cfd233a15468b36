/// The encodings of text that old cards come in.
enum Charset {
    case utf8
    case latin1
    case windows1252

    /// The encoding of that name; `nil` when it is not known here.
    init?(_ name: String) {
        switch name.uppercased() {
        case "UTF-8", "UTF8", "US-ASCII", "ASCII": self = .utf8
        case "ISO-8859-1", "ISO8859-1", "LATIN1", "LATIN-1": self = .latin1
        case "WINDOWS-1252", "CP1252", "CP-1252": self = .windows1252
        default: return nil
        }
    }

    /// The text of the bytes; bytes that are no UTF-8 are read as Windows-1252, which is what they mostly are.
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        switch self {
        case .utf8: String(validating: bytes, as: UTF8.self) ?? Charset.windows1252.decode(bytes)
        case .latin1: Self.text(bytes) { UInt16($0) }
        case .windows1252: Self.text(bytes) { Self.high[Int($0) &- 0x80, default: UInt16($0)] }
        }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ scalar: (UInt8) -> UInt16) -> String {
        String(decoding: bytes.map(scalar), as: UTF16.self)
    }

    /// What Windows-1252 has between 0x80 and 0x9F; the five holes are control characters, as browsers have them.
    private static let high: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}

extension [UInt16] {
    fileprivate subscript(index: Int, default value: UInt16) -> UInt16 {
        indices.contains(index) ? self[index] : value
    }
}
