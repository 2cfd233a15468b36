import Primitives

/// The encoding of a text file.
package enum FileEncoding: Equatable, Sendable {
    case utf8
    case utf16(isBigEndian: Bool)
    /// A Windows code page: Windows-1252, a superset of Latin-1, unless the column names indicate another one.
    case windows(CodePage)

    /// A description for users; `nil` for UTF-8, which isn't worth mentioning.
    package var note: String? {
        switch self {
        case .utf8: nil
        case .utf16(let isBigEndian): "UTF-16, \(isBigEndian ? "big" : "little")-endian"
        case .windows(.western): "Windows text"
        case .windows(let page): "Windows text (\(page.name))"
        }
    }
}

/// Converts a file's bytes to UTF-8 as they arrive; the encoding is detected from a byte order mark, the zeros of
/// UTF-16, or bytes that aren't valid UTF-8.
///
/// A file with valid non-ASCII characters before the first invalid byte stays UTF-8: its reader finds the bad line.
package struct FileDecoder: Sendable {
    /// The number of bytes needed to detect UTF-16.
    package static let beginning = 4_096

    private enum Mode: Sendable {
        case unknown
        /// UTF-8 so far, with or without non-ASCII characters.
        case utf8(hasCharacters: Bool)
        case utf16(isBigEndian: Bool)
        case bytes
        /// UTF-8 with invalid bytes, or a format that has its own rules for them.
        case verbatim
    }

    /// Whether bytes that aren't UTF-8 are left to the reader, which determines the encoding of each line.
    private let keepsBytes: Bool
    private var mode = Mode.unknown
    /// The start of a character whose remaining bytes haven't arrived yet.
    private var rest: [UInt8] = []
    /// The code page for bytes that aren't UTF-8.
    private var page = CodePage.western
    private var isForeign = false
    /// The number of bytes examined so far.
    private(set) var steps = 0

    package init(keepsBytes: Bool = false) {
        self.keepsBytes = keepsBytes
    }

    /// Returns an entire text as UTF-8.
    package static func decodedText(_ bytes: [UInt8]) -> [UInt8] {
        var decoder = FileDecoder()
        return decoder.decode(bytes, isLast: true)
    }

    /// The encoding of everything decoded so far.
    package var encoding: FileEncoding {
        switch mode {
        case .utf16(let isBigEndian): .utf16(isBigEndian: isBigEndian)
        case .bytes: .windows(page)
        case .verbatim where isForeign: .windows(.western)
        case .unknown, .utf8, .verbatim: .utf8
        }
    }

    /// Converts more bytes to UTF-8; `isLast` marks the end of the file.
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
        case .bytes: return page.text(bytes)
        case .verbatim: return bytes
        case .unknown, .utf8: return narrow(bytes, isLast)
        }
    }

    /// Detects the encoding from the beginning and returns the length of the byte order mark.
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
        // Field names are ASCII, so at least one in four characters has a zero byte.
        if max(zeros[0], zeros[1]) * 8 >= max(start.count, 8), min(zeros[0], zeros[1]) * 8 < max(zeros[0], zeros[1]) {
            mode = .utf16(isBigEndian: zeros[0] > zeros[1])
        } else if !keepsBytes {
            page = CodePage.ofHeader(bytes)
        }
        return 0
    }

    // MARK: UTF-8, up to an invalid byte

    private mutating func narrow(_ bytes: [UInt8], _ isLast: Bool) -> [UInt8] {
        var hasCharacters = false
        if case .utf8(let known) = mode { hasCharacters = known }
        let scan = UTF8Scan(bytes)
        hasCharacters = hasCharacters || scan.charactersBeforeFault > 0
        mode = .utf8(hasCharacters: hasCharacters)
        guard let wrong = scan.fault else { return bytes }
        if scan.isCutOff, !isLast {
            rest = Array(bytes[wrong...])
            return Array(bytes[..<wrong])
        }
        guard !hasCharacters, scan.characters < scan.faults else {
            mode = .verbatim
            return bytes
        }
        if keepsBytes {
            mode = .verbatim
            isForeign = true
            return bytes
        }
        mode = .bytes
        return Array(bytes[..<wrong]) + page.text(bytes[wrong...])
    }

    // MARK: UTF-16

    private mutating func wide(_ bytes: [UInt8], _ isBigEndian: Bool, _ isLast: Bool) -> [UInt8] {
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        // The second half of a surrogate pair may be among the next bytes.
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        rest = Array(bytes[(units.count * 2)...])
        let text = String(decoding: units, as: UTF16.self)
        return Array((isLast && !rest.isEmpty ? text + "\u{FFFD}" : text).utf8)
    }
}

/// Finds bytes that aren't valid UTF-8.
private struct UTF8Scan {
    /// The position of the first invalid byte.
    private(set) var fault: Int?
    /// The number of invalid bytes.
    private(set) var faults = 0
    /// The number of non-ASCII characters.
    private(set) var characters = 0
    private(set) var charactersBeforeFault = 0
    /// Whether the first invalid byte is just a character that is cut off at the end.
    private(set) var isCutOff = false

    init(_ bytes: [UInt8]) {
        // The standard library is fast at validating a whole text.
        if String(validating: bytes, as: UTF8.self) != nil {
            characters = bytes.contains { $0 >= 0x80 } ? 1 : 0
            charactersBeforeFault = characters
            return
        }
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return
            case .valid(let scalar):
                if scalar.count > 1 { characters += 1 }
                index += scalar.count
            case .error(let length):
                if fault == nil {
                    (fault, charactersBeforeFault) = (index, characters)
                    let whole = UTF8Sequence.form(bytes[index])?.length ?? 0
                    isCutOff = index + length == bytes.count && length < whole
                }
                faults += length
                index += length
            }
        }
    }
}
