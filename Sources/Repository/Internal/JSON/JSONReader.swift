/// A strict pull parser for JSON: it passes over the bytes once and decodes only the values that are read.
///
/// A closure given to ``members(_:)`` or ``elements(_:)`` reads or skips exactly one value. A copy of a reader keeps its
/// position.
package struct JSONReader {
    /// The kinds of values.
    enum Kind: Equatable {
        case object
        case array
        case string
        case number
        case boolean
        case null

        /// The kind with its article.
        var name: String {
            switch self {
            case .object: "an object"
            case .array: "a list"
            case .string: "a text"
            case .number: "a number"
            case .boolean: "true or false"
            case .null: "null"
            }
        }
    }

    /// The bytes are not JSON, or end too early.
    struct SyntaxError: Error, Equatable, CustomStringConvertible {
        let offset: Int
        let isEnd: Bool

        var description: String {
            isEnd ? "its JSON breaks off after \(offset) bytes" : "it is no JSON from byte \(offset) on"
        }
    }

    /// A text is not valid Unicode: bytes that are not UTF-8, or an unpaired surrogate.
    struct TextError: Error, Equatable {}

    /// The deepest nesting that is accepted: each level is a call on the stack.
    private static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var offset = 0
    private var depth = 0

    /// Creates a reader of the bytes, which must outlive it; a byte order mark is skipped.
    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The kind of the next value.
    mutating func peek() throws -> Kind {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case let byte? where byte == UInt8(ascii: "-") || (48...57).contains(byte): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        default: throw error
        }
    }

    /// Reads an object, and calls `body` for each member with its name and the reader at its value.
    mutating func members(_ body: (String, inout JSONReader) throws -> Void) throws {
        try open(UInt8(ascii: "{"))
        skipBlanks()
        if take(UInt8(ascii: "}")) {
            depth -= 1
            return
        }
        repeat {
            skipBlanks()
            // A name that is not valid Unicode matches no known name.
            let start = offset
            let name: String
            do {
                name = try string()
            } catch is TextError {
                offset = start
                try skipString()
                name = ""
            }
            skipBlanks()
            try expect(UInt8(ascii: ":"))
            try body(name, &self)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "}"))
        depth -= 1
    }

    /// Reads an array, and calls `body` for each element with its index and the reader at its value.
    mutating func elements(_ body: (Int, inout JSONReader) throws -> Void) throws {
        try open(UInt8(ascii: "["))
        skipBlanks()
        if take(UInt8(ascii: "]")) {
            depth -= 1
            return
        }
        var index = 0
        repeat {
            try body(index, &self)
            index += 1
            skipBlanks()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: "]"))
        depth -= 1
    }

    /// Reads a text.
    mutating func string() throws -> String {
        let start = offset + 1
        let (isPlain, isASCII) = try skipString()
        let content = UnsafeBufferPointer(rebasing: bytes[start..<offset - 1])
        guard isPlain else { return try JSONEscapes.resolved(content) }
        return isASCII ? String(decoding: content, as: UTF8.self) : try Self.text(content)
    }

    /// The text of the bytes, which must be UTF-8.
    ///
    /// Invalid bytes are repaired by `String(decoding:as:)` and then differ. `String(validating:as:)` would refuse them, but
    /// it looks up types at run time for every text, which took an eighth of the time to decode a page.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) throws -> String {
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.withUTF8({ $0.elementsEqual(bytes) }) else { throw TextError() }
        return text
    }

    /// Reads a number as it is written.
    mutating func number() throws -> String {
        let start = offset
        try skipNumber()
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self)
    }

    /// Reads `true` or `false`.
    mutating func boolean() throws -> Bool {
        skipBlanks()
        let isTrue = current == UInt8(ascii: "t")
        try skipWord(isTrue ? "true" : "false")
        return isTrue
    }

    /// Skips a value, which must be valid JSON all the same.
    mutating func skip() throws {
        switch try peek() {
        case .object: try members { _, reader in try reader.skip() }
        case .array: try elements { _, reader in try reader.skip() }
        case .string: try skipString()
        case .number: try skipNumber()
        case .boolean: try skipWord(current == UInt8(ascii: "t") ? "true" : "false")
        case .null: try skipWord("null")
        }
    }

    /// Throws unless only white space is left.
    mutating func finish() throws {
        skipBlanks()
        guard offset == bytes.count else { throw error }
    }

    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private var error: SyntaxError { SyntaxError(offset: offset, isEnd: offset >= bytes.count) }

    private mutating func skipBlanks() {
        while let byte = current, byte == 32 || byte == 10 || byte == 13 || byte == 9 { offset += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        offset += 1
        return true
    }

    private mutating func expect(_ byte: UInt8) throws {
        guard take(byte) else { throw error }
    }

    private mutating func open(_ byte: UInt8) throws {
        try expect(byte)
        depth += 1
        guard depth <= Self.depthLimit else { throw SyntaxError(offset: offset, isEnd: false) }
    }

    /// Skips a text, and returns whether it has no escapes and whether it is all ASCII.
    @discardableResult
    private mutating func skipString() throws -> (isPlain: Bool, isASCII: Bool) {
        try expect(UInt8(ascii: "\""))
        var isPlain = true
        var all: UInt8 = 0
        while let byte = current {
            offset += 1
            all |= byte
            switch byte {
            case UInt8(ascii: "\""): return (isPlain, all < 128)
            case UInt8(ascii: "\\"):
                isPlain = false
                try skipEscape()
            case 0..<32: throw SyntaxError(offset: offset - 1, isEnd: false)
            default: continue
            }
        }
        throw error
    }

    private mutating func skipEscape() throws {
        guard let byte = current else { throw error }
        guard "\"\\/bfnrtu".utf8.contains(byte) else { throw error }
        offset += 1
        guard byte == UInt8(ascii: "u") else { return }
        for _ in 0..<4 {
            guard let digit = current, JSONEscapes.value(ofHexDigit: digit) != nil else { throw error }
            offset += 1
        }
    }

    private mutating func skipNumber() throws {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws {
        let start = offset
        while let byte = current, (48...57).contains(byte) { offset += 1 }
        guard offset > start else { throw error }
    }

    private mutating func skipWord(_ word: StaticString) throws {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    }
}

/// A value of JSON that Swift has no type of its own for.
package enum JSONScalar: Equatable, Sendable {
    case null
    /// A number as it is written.
    case number(String)
}

extension JSONReader {
    /// Returns the value of the bytes: a dictionary, an array, a text, a truth value or a ``JSONScalar``.
    ///
    /// Of two members with one name it has the last. `nil` when the bytes aren't JSON.
    package static func value(_ bytes: [UInt8]) -> Any? {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            guard let value = try? reader.value(), (try? reader.finish()) != nil else { return nil }
            return value
        }
    }

    private mutating func value() throws -> Any {
        switch try peek() {
        case .object:
            var object: [String: Any] = [:]
            try members { object[$0] = try $1.value() }
            return object
        case .array:
            var array: [Any] = []
            try elements { array.append(try $1.value()) }
            return array
        case .string: return try string()
        case .number: return JSONScalar.number(try number())
        case .boolean: return try boolean()
        case .null:
            try skip()
            return JSONScalar.null
        }
    }
}

/// Resolves the escapes of JSON texts.
enum JSONEscapes {
    /// The text of the bytes between two quotes; escapes must have been checked to be complete.
    ///
    /// - Throws: ``JSONReader/TextError`` when the text is not valid Unicode.
    static func resolved(_ content: UnsafeBufferPointer<UInt8>) throws -> String {
        var result: [UInt8] = []
        result.reserveCapacity(content.count)
        var index = 0
        while index < content.count {
            let byte = content[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < content.count else {
                result.append(byte)
                continue
            }
            let escape = content[index]
            index += 1
            switch escape {
            case UInt8(ascii: "b"): result.append(8)
            case UInt8(ascii: "f"): result.append(12)
            case UInt8(ascii: "n"): result.append(10)
            case UInt8(ascii: "r"): result.append(13)
            case UInt8(ascii: "t"): result.append(9)
            case UInt8(ascii: "u"): result.append(contentsOf: String(Character(try scalar(content, &index))).utf8)
            default: result.append(escape)
            }
        }
        return try result.withUnsafeBufferPointer(JSONReader.text)
    }

    /// The value of a hexadecimal digit.
    static func value(ofHexDigit byte: UInt8) -> UInt32? {
        switch byte {
        case 48...57: UInt32(byte - 48)
        case 65...70: UInt32(byte - 55)
        case 97...102: UInt32(byte - 87)
        default: nil
        }
    }

    /// Reads the four digits after `\u`, and the low surrogate that follows a high one.
    private static func scalar(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws -> Unicode.Scalar {
        let first = try unit(content, &index)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < content.count, content[index] == UInt8(ascii: "\\"),
            content[index + 1] == UInt8(ascii: "u")
        else { throw JSONReader.TextError() }
        index += 2
        let second = try unit(content, &index)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONReader.TextError() }
        return scalar
    }

    private static func unit(_ content: UnsafeBufferPointer<UInt8>, _ index: inout Int) throws -> UInt32 {
        guard index + 4 <= content.count else { throw JSONReader.TextError() }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = value(ofHexDigit: content[index]) else { throw JSONReader.TextError() }
            unit = unit << 4 | digit
            index += 1
        }
        return unit
    }
}
