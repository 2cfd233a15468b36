import Primitives

/// The encoding of a file's text.
package enum FileEncoding: Equatable, Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    /// A code page of Windows: Windows-1252, which Latin-1 is a part of, unless the names of the columns say otherwise.
    case windows(CodePage)

    /// The name for users; `nil` for UTF-8, which needs no mention.
    package var note: String? {
        switch self {
        case .utf8: nil
        case .utf16(let isBigEndian): "UTF-16, \(isBigEndian ? "big" : "little")-endian"
        case .windows(.western): "Windows text"
        case .windows(let page): "Windows text (\(page.name))"
        }
    }
}

/// Converts the bytes of a file to UTF-8 as they arrive; a byte order mark, the zeros of UTF-16 or bytes that aren't
/// valid in UTF-8 decide the encoding.
///
/// A file that is valid UTF-8 with characters beyond ASCII up to some byte stays UTF-8: its reader finds the bad line.
package struct FileDecoder: Sendable {
    /// The number of bytes that are enough to recognize UTF-16.
    package static let beginning = 4_096

    private enum Mode: Sendable {
        case unknown
        /// UTF-8 so far, with or without characters beyond ASCII.
        case utf8(hasCharacters: Bool)
        case utf16(isBigEndian: Bool)
        case bytes
        /// UTF-8 with invalid bytes, or a format with its own rules for them.
        case verbatim
    }

    /// Whether bytes that aren't UTF-8 are left to the reader, which knows the encoding of each line.
    private let keepsBytes: Bool
    private var mode = Mode.unknown
    /// The beginning of a character whose rest hasn't arrived.
    private var rest: [UInt8] = []
    private var highSurrogate: UInt32?
    /// The code page of bytes that aren't UTF-8.
    private var page = CodePage.western
    private var isForeign = false
    /// The number of bytes examined so far.
    private(set) var steps = 0

    package init(keepsBytes: Bool = false) {
        self.keepsBytes = keepsBytes
    }

    /// Returns a whole text as UTF-8.
    package static func decodedText(_ bytes: [UInt8]) -> [UInt8] {
        var decoder = FileDecoder()
        return decoder.decode(bytes, isLast: true)
    }

    /// The encoding of everything read so far.
    package var encoding: FileEncoding {
        switch mode {
        case .utf16(let isBigEndian): .utf16(isBigEndian: isBigEndian)
        case .bytes: .windows(page)
        case .verbatim where isForeign: .windows(.western)
        case .unknown, .utf8, .verbatim: .utf8
        }
    }

    /// Returns more bytes as UTF-8; `isLast` marks the end of the file.
    package mutating func decode(_ more: [UInt8], isLast: Bool = false) -> [UInt8] {
        var bytes = more
        if !rest.isEmpty {
            bytes = rest + more
            rest = []
        }
        if case .unknown = mode {
            guard isLast || bytes.count >= Self.beginning else {
                rest = bytes
                return []
            }
            bytes.removeFirst(recognize(bytes))
        }
        steps += bytes.count
        switch mode {
        case .utf16(let isBigEndian): return wide(bytes, isBigEndian, isLast)
        case .bytes: return single(bytes[...])
        case .verbatim:
            return bytes
        case .unknown, .utf8: return narrow(bytes, isLast)
        }
    }

    /// Recognizes the encoding by the beginning, and returns the length of the byte order mark.
    private mutating func recognize(_ bytes: [UInt8]) -> Int {
        mode = .utf8(hasCharacters: false)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return 3 }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            mode = .utf16(isBigEndian: bytes[0] == 0xFE)
            return 2
        }
        var zeros = [0, 0]
        let start = bytes.prefix(Self.beginning)
        for (index, byte) in start.enumerated() where byte == 0 { zeros[index % 2] += 1 }
        // Names of fields are ASCII, so at least every fourth character has a zero byte.
        if max(zeros[0], zeros[1]) * 8 >= max(start.count, 8), min(zeros[0], zeros[1]) * 8 < max(zeros[0], zeros[1]) {
            mode = .utf16(isBigEndian: zeros[0] > zeros[1])
        } else if !keepsBytes {
            page = CodePage.ofHeader(bytes)
        }
        return 0
    }

    // MARK: UTF-8, until an invalid byte

    private mutating func narrow(_ bytes: [UInt8], _ isLast: Bool) -> [UInt8] {
        var hasCharacters = false
        if case .utf8(let known) = mode { hasCharacters = known }
        var scan = UTF8Scan(bytes)
        scan.run()
        hasCharacters = hasCharacters || scan.characters > 0
        mode = .utf8(hasCharacters: hasCharacters)
        if scan.index == bytes.count { return bytes }
        if scan.isIncomplete, !isLast {
            rest = Array(bytes[scan.index...])
            return Array(bytes[..<scan.index])
        }
        let wrong = scan.index
        var faults = 1
        scan.index += 1
        while scan.index < bytes.count {
            scan.run()
            if scan.index < bytes.count {
                faults += 1
                scan.index += 1
            }
        }
        guard !hasCharacters, scan.characters < faults else {
            mode = .verbatim
            return bytes
        }
        if keepsBytes {
            mode = .verbatim
            isForeign = true
            return bytes
        }
        mode = .bytes
        return Array(bytes[..<wrong]) + single(bytes[wrong...])
    }

    // MARK: One byte for a character

    private func single(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + bytes.count / 8)
        let characters = page.characters
        for byte in bytes {
            guard byte >= 0x80 else {
                text.append(byte)
                continue
            }
            var scalar = UInt32(byte)
            let printed = characters[Int(byte) - 0x80]
            if printed != 0 { scalar = UInt32(printed) }
            Self.append(scalar, to: &text)
        }
        return text
    }

    // MARK: UTF-16

    private mutating func wide(_ bytes: [UInt8], _ isBigEndian: Bool, _ isLast: Bool) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index + 1 < bytes.count {
            let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            append(unit: isBigEndian ? first << 8 | second : second << 8 | first, to: &text)
            index += 2
        }
        if index < bytes.count, !isLast { rest = [bytes[index]] }
        if isLast, index < bytes.count || highSurrogate != nil { Self.append(0xFFFD, to: &text) }
        return text
    }

    private mutating func append(unit: UInt32, to text: inout [UInt8]) {
        if let high = highSurrogate {
            highSurrogate = nil
            if (0xDC00...0xDFFF).contains(unit) {
                return Self.append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &text)
            }
            Self.append(0xFFFD, to: &text)
        }
        switch unit {
        case 0xD800...0xDBFF: highSurrogate = unit
        case 0xDC00...0xDFFF: Self.append(0xFFFD, to: &text)
        default: Self.append(unit, to: &text)
        }
    }

    private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
        switch scalar {
        case ..<0x80: text.append(UInt8(scalar))
        case ..<0x800: text += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
        case ..<0x10000:
            text += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
        default:
            text += [
                UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F), UInt8(0x80 | scalar >> 6 & 0x3F),
                UInt8(0x80 | scalar & 0x3F),
            ]
        }
    }
}

/// Finds the first byte that isn't valid UTF-8.
private struct UTF8Scan {
    private let bytes: [UInt8]
    /// The position of the scan, after everything that is valid.
    var index = 0
    /// The number of characters beyond ASCII.
    private(set) var characters = 0
    /// Whether the scan stopped at a character that the end cuts off.
    private(set) var isIncomplete = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Continues to the first invalid byte.
    mutating func run() {
        isIncomplete = false
        while index < bytes.count {
            let first = bytes[index]
            if first < 0x80 {
                index += 1
                continue
            }
            guard let (length, second) = UTF8Sequence.form(first) else { return }
            for place in 1..<length {
                guard index + place < bytes.count else {
                    isIncomplete = true
                    return
                }
                guard (place == 1 ? second : 0x80...0xBF).contains(bytes[index + place]) else { return }
            }
            characters += 1
            index += length
        }
    }
}
