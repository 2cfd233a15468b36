/// Holds back an incomplete token at the end of the input, so that libexpat never sees just the start of a tag or comment.
///
/// libexpat before 2.6 parses an unfinished token from its first byte again with each piece that arrives: a comment without
/// an end would take quadratic time. Only text, which libexpat handles in pieces, is passed on at once. The document has to
/// be in an encoding that contains ASCII.
struct XMLTokens {
    /// The maximum sizes in bytes of a tag, a comment or a processing instruction, and of a reference.
    static let limit = 64 << 10
    static let referenceLimit = 256

    private enum State: Equatable {
        case text
        /// After `&`, `<`, `<!`.
        case reference, open, exclamation
        case tag
        case quoted(UInt8)
        /// A document type, or markup that is only valid in one.
        case declaration
        /// With the number of dashes, or of question marks, before the next byte.
        case comment(dashes: Int)
        case instruction(marks: Int)
        /// Inside a CDATA section, with the number of `]` so far.
        case data(brackets: Int)
    }

    private var state = State.text
    private var isEndTag = false
    private var last: UInt8 = 0
    private var depth = 0
    /// The unfinished token.
    private var held: [UInt8] = []
    /// The number of bytes passed on.
    private var passed = 0

    /// Returns the bytes up to the end of the last complete token.
    ///
    /// - Throws: ``XMLFault`` when a token is too long, or when the bytes cannot be XML with elements only.
    mutating func whole(_ bytes: [UInt8]) throws(XMLFault) -> [UInt8] {
        var index = held.count
        var start = 0
        var input = held
        held = []
        input += bytes
        while index < input.count {
            let byte = input[index]
            switch state {
            case .text where depth > 0:
                // Most of a document is text.
                let next = input[index...].firstIndex { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
                guard let next else {
                    index = input.count
                    continue
                }
                (state, start, index) = (input[next] == UInt8(ascii: "<") ? .open : .reference, next, next)
            case .text:
                if byte == UInt8(ascii: "<") {
                    (state, start) = (.open, index)
                } else {
                    try checkOutside(byte, at: passed + index)
                }
            default:
                try step(byte, length: index - start + 1)
                last = byte
            }
            index += 1
        }
        switch state {
        case .text, .data: start = input.count
        case .reference, .open, .exclamation, .tag, .quoted, .declaration, .comment, .instruction: break
        }
        passed += start
        if start < input.count { held = start == 0 ? input : Array(input[start...]) }
        return start == input.count ? input : Array(input[..<start])
    }

    /// The unfinished token at the end of the document.
    mutating func rest() -> [UInt8] {
        defer { held = [] }
        return held
    }

    /// Throws for anything outside of the root element but space, and a byte order mark at the beginning.
    private func checkOutside(_ byte: UInt8, at place: Int) throws(XMLFault) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D: return
        case 0xEF where place == 0, 0xBB where place == 1, 0xBF where place == 2: return
        default: throw .malformed(line: 1)
        }
    }

    private mutating func step(_ byte: UInt8, length: Int) throws(XMLFault) {
        switch state {
        case .text: break
        case .reference:
            if byte == UInt8(ascii: ";") { state = .text }
            guard length <= Self.referenceLimit else {
                throw .beyondLimit("a reference of more than \(Self.referenceLimit) B")
            }
        case .open:
            isEndTag = byte == UInt8(ascii: "/")
            switch byte {
            case UInt8(ascii: "!"): state = .exclamation
            case UInt8(ascii: "?"): state = .instruction(marks: 0)
            default: state = .tag
            }
        case .exclamation:
            switch byte {
            case UInt8(ascii: "-"): state = .comment(dashes: -1)
            case UInt8(ascii: "["): state = .data(brackets: 0)
            default: state = .declaration
            }
        case .tag:
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): state = .quoted(byte)
            case UInt8(ascii: ">"):
                if isEndTag { depth -= 1 } else if last != UInt8(ascii: "/") { depth += 1 }
                state = .text
            default: break
            }
        case .quoted(let quote): if byte == quote { state = .tag }
        case .declaration:
            guard byte != UInt8(ascii: ">"), byte != UInt8(ascii: "["), length <= Self.referenceLimit else {
                throw .documentType
            }
        case .comment(let dashes):
            if byte == UInt8(ascii: "-") {
                state = .comment(dashes: dashes + 1)
            } else {
                state = byte == UInt8(ascii: ">") && dashes >= 2 ? .text : .comment(dashes: 0)
            }
        case .instruction(let marks):
            if byte == UInt8(ascii: "?") {
                state = .instruction(marks: 1)
            } else {
                state = byte == UInt8(ascii: ">") && marks == 1 ? .text : .instruction(marks: 0)
            }
        case .data(let brackets):
            if byte == UInt8(ascii: "]") {
                state = .data(brackets: brackets + 1)
            } else {
                state = byte == UInt8(ascii: ">") && brackets >= 2 ? .text : .data(brackets: 0)
            }
            return
        }
        guard length <= Self.limit else {
            throw .beyondLimit("a tag or comment of more than \(Self.limit >> 10) kB")
        }
    }
}
