import Primitives

/// A position in a file's bytes that keeps track of line and column.
struct SourceCursor: Sendable {
    let bytes: [UInt8]
    private(set) var index = 0
    private(set) var line = 1
    private var lineStart = 0

    /// Starts at the first byte, skipping a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
    }

    var isAtEnd: Bool { index == bytes.count }

    /// The current byte; 0 at the end.
    ///
    /// Files may contain zeros, so only ``isAtEnd`` identifies the end.
    var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// The byte after the current one; 0 at the end.
    var next: UInt8 { index + 1 < bytes.count ? bytes[index + 1] : 0 }

    var position: SourcePosition { SourcePosition(line: line, column: index - lineStart + 1) }

    /// Whether this is the end of a line: `\n`, `\r`, `\r\n`, U+2028, U+2029 or the end of the file.
    var isAtEndOfLine: Bool { isAtEnd || lineBreakLength > 0 }

    /// Whether a comment starts here.
    var isAtComment: Bool { current == UInt8(ascii: "/") && next == UInt8(ascii: "/") }

    /// Whether the current byte is a space, tab, vertical tab or form feed.
    var isAtBlank: Bool { Self.isBlank(current) }

    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
    }

    private var lineBreakLength: Int {
        let byte = current
        switch byte {
        case 0x0A: return 1
        case 0x0D: return next == 0x0A ? 2 : 1
        case 0xE2:
            guard index + 2 < bytes.count, next == 0x80 else { return 0 }
            return bytes[index + 2] == 0xA8 || bytes[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    /// The current character, for messages.
    var character: String {
        if isAtEndOfLine { return "end of line" }
        let end = min(index + 4, bytes.count)
        guard let scalar = String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first else { return "" }
        return scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }

    mutating func advance() {
        index = min(index + 1, bytes.count)
    }

    /// Skips a line break, if there is one.
    mutating func skipLineBreak() {
        let length = isAtEnd ? 0 : lineBreakLength
        guard length > 0 else { return }
        index += length
        line += 1
        lineStart = index
    }

    mutating func skipRestOfLine() {
        while !isAtEndOfLine { advance() }
    }

    /// Skips whitespace, and a comment up to the end of the line.
    mutating func skipBlanksAndComments() {
        while isAtBlank { advance() }
        if isAtComment { skipRestOfLine() }
    }

    /// Skips and returns bytes while they satisfy `fits`, at most up to the end of the line.
    mutating func scan(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while !isAtEndOfLine, fits(bytes[index]) { advance() }
        return bytes[start..<index]
    }
}

/// Classifies bytes in names.
enum NameBytes {
    /// Returns whether a name can start with the byte.
    static func isFirst(_ byte: UInt8) -> Bool {
        isLater(byte) && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether an assignment's name can contain the byte.
    static func isLater(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "_")
    }

    /// Returns whether a bare reference such as `$NAME` can contain the byte; dots are allowed there.
    static func isBareReference(_ byte: UInt8) -> Bool {
        isLater(byte) || byte == UInt8(ascii: ".")
    }

    /// Returns whether an operator's name can contain the byte.
    static func isOperator(_ byte: UInt8) -> Bool {
        isBareReference(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
    }

    /// Returns whether a URL scheme can contain the byte.
    static func isScheme(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "+-.".utf8.contains(byte)
    }
}

/// Finds bytes that aren't valid UTF-8.
enum UTF8Check {
    /// Returns the offset of the first invalid byte in each line that has one.
    static func offsetsOfInvalidBytes(in bytes: [UInt8]) -> [Int] {
        // The standard library is fast at validating a whole file; only an invalid file is checked byte by byte.
        guard String(validating: bytes, as: UTF8.self) == nil else { return [] }
        return bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap(offsetOfInvalidByte)
    }

    private static func offsetOfInvalidByte(in line: ArraySlice<UInt8>) -> Int? {
        var index = line.startIndex
        var parser = Unicode.UTF8.ForwardParser()
        var rest = line.makeIterator()
        while true {
            switch parser.parseScalar(from: &rest) {
            case .emptyInput: return nil
            case .valid(let scalar): index += scalar.count
            case .error: return index
            }
        }
    }
}
