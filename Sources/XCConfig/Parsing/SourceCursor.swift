/// A place in the bytes of a file that knows its line and column.
struct SourceCursor: Sendable {
    let bytes: [UInt8]
    private(set) var index = 0
    private(set) var line = 1
    private var lineStart = 0

    /// Starts at the first byte behind a byte order mark, if there is one.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            index = 3
            lineStart = 3
        }
    }

    var isAtEnd: Bool { index == bytes.count }

    /// The byte here, 0 at the end.
    ///
    /// A file may hold zeros, so that only ``isAtEnd`` tells the end.
    var current: UInt8 { index < bytes.count ? bytes[index] : 0 }

    /// The byte behind the current one, 0 at the end.
    var next: UInt8 { index + 1 < bytes.count ? bytes[index + 1] : 0 }

    var position: SourcePosition { SourcePosition(line: line, column: index - lineStart + 1) }

    /// Whether a line ends here: `\n`, `\r`, `\r\n`, U+2028, U+2029 or the end of the file.
    var isAtEndOfLine: Bool { isAtEnd || lineBreakLength > 0 }

    /// Whether a comment begins here.
    var isAtComment: Bool { current == UInt8(ascii: "/") && next == UInt8(ascii: "/") }

    /// Whether the byte here is a space, tab, vertical tab or form feed.
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

    /// The character here, for messages.
    var character: String {
        if isAtEndOfLine { return "end of line" }
        let end = min(index + 4, bytes.count)
        guard let scalar = String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first else { return "" }
        return scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
    }

    mutating func advance() {
        index = min(index + 1, bytes.count)
    }

    /// Steps over a line break; does nothing anywhere else.
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

    /// Steps over blanks and over a comment, which reaches to the end of the line.
    mutating func skipBlanksAndComments() {
        while !isAtEnd {
            if isAtBlank {
                advance()
            } else if isAtComment {
                skipRestOfLine()
                return
            } else {
                return
            }
        }
    }

    /// Steps over bytes as long as they fit, at most to the end of the line, and returns them.
    mutating func scan(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = index
        while !isAtEndOfLine, fits(bytes[index]) { advance() }
        return bytes[start..<index]
    }
}
