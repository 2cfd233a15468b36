/// A JSON value without a corresponding Swift type.
package enum JSONScalar: Equatable, Sendable {
    case null
    /// A number as written.
    case number(String)
    /// A string that isn't valid Unicode: it contains invalid UTF-8 or an unpaired surrogate.
    case invalidText
}

/// A strict JSON parser.
///
/// A value is a dictionary, an array, a string, a Boolean or a ``JSONScalar``. If a member name is repeated, the last
/// one wins.
package struct JSONReader {
    /// The bytes aren't JSON, or end prematurely.
    struct SyntaxError: Error, Equatable, CustomStringConvertible {
        let offset: Int
        let isEnd: Bool

        var description: String {
            isEnd ? "its JSON ends after \(offset) bytes" : "it isn't JSON from byte \(offset) on"
        }
    }

    /// A string isn't valid Unicode.
    struct TextError: Error, Equatable {}

    /// A value doesn't have the expected type.
    struct TypeError: Error, Equatable {}

    /// The maximum nesting depth: each level is a call on the stack.
    private static let depthLimit = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private let keepsInvalidText: Bool
    private var offset = 0
    private var depth = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>, keepsInvalidText: Bool) {
        self.bytes = bytes
        self.keepsInvalidText = keepsInvalidText
        // Skips a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Parses the bytes; with `keepsInvalidText`, a string that isn't valid Unicode is a value instead of an error.
    static func parse(_ bytes: some Sequence<UInt8>, keepsInvalidText: Bool = false) throws -> Any {
        try Array(bytes).withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes, keepsInvalidText: keepsInvalidText)
            let value = try reader.value()
            reader.skipBlanks()
            guard reader.offset == bytes.count else { throw reader.error }
            return value
        }
    }

    /// Parses the bytes; `nil` if they aren't JSON.
    package static func value(_ bytes: [UInt8]) -> Any? { try? parse(bytes) }

    /// Returns the members of a value that must be an object.
    static func members(of value: Any) throws -> [String: Any] {
        guard let members = value as? [String: Any] else { throw TypeError() }
        return members
    }

    /// Returns the kind of a value with its article.
    static func kind(of value: Any) -> String {
        switch value {
        case is [String: Any]: "an object"
        case is [Any]: "a list"
        case is Bool: "true or false"
        case JSONScalar.null: "null"
        case JSONScalar.number: "a number"
        default: "a text"
        }
    }

    private mutating func value() throws -> Any {
        skipBlanks()
        switch current {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""):
            if let text = try string() { return text }
            guard keepsInvalidText else { throw TextError() }
            return JSONScalar.invalidText
        case UInt8(ascii: "t"): return try word("true", true)
        case UInt8(ascii: "f"): return try word("false", false)
        case UInt8(ascii: "n"): return try word("null", JSONScalar.null)
        default: return try number()
        }
    }

    private mutating func object() throws -> [String: Any] {
        var object: [String: Any] = [:]
        try items("{", "}") { reader in
            reader.skipBlanks()
            // A name that isn't valid Unicode doesn't match any known name.
            let name = try reader.string() ?? ""
            reader.skipBlanks()
            try reader.expect(UInt8(ascii: ":"))
            object[name] = try reader.value()
        }
        return object
    }

    private mutating func array() throws -> [Any] {
        var array: [Any] = []
        try items("[", "]") { array.append(try $0.value()) }
        return array
    }

    /// Reads comma-separated items between two brackets.
    private mutating func items(
        _ start: Unicode.Scalar,
        _ end: Unicode.Scalar,
        _ item: (inout JSONReader) throws -> Void
    ) throws {
        try expect(UInt8(ascii: start))
        depth += 1
        guard depth <= Self.depthLimit else { throw SyntaxError(offset: offset, isEnd: false) }
        defer { depth -= 1 }
        skipBlanks()
        if take(UInt8(ascii: end)) { return }
        repeat {
            try item(&self)
            skipBlanks()
        } while take(UInt8(ascii: ","))
        try expect(UInt8(ascii: end))
    }

    /// Reads a string; `nil` if it isn't valid Unicode.
    private mutating func string() throws -> String? {
        try expect(UInt8(ascii: "\""))
        // Runs of bytes without escapes are copied in one go: most strings are a single run.
        var start = offset
        var resolved: [UInt8] = []
        var isValid = true
        while let byte = current {
            offset += 1
            switch byte {
            case UInt8(ascii: "\""):
                let run = UnsafeBufferPointer(rebasing: bytes[start..<offset - 1])
                guard isValid else { return nil }
                return resolved.isEmpty ? Self.text(run) : (resolved + run).withUnsafeBufferPointer(Self.text)
            case UInt8(ascii: "\\"):
                resolved += bytes[start..<offset - 1]
                if try !readEscape(into: &resolved) { isValid = false }
                start = offset
            case 0..<32: throw SyntaxError(offset: offset - 1, isEnd: false)
            default: continue
            }
        }
        throw error
    }

    /// Decodes the bytes; `nil` if they aren't UTF-8.
    ///
    /// `String(decoding:as:)` repairs invalid bytes, so the result differs. `String(validating:as:)` would reject them,
    /// but it looks up types at run time for each string, which took an eighth of the time to decode a page.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var text = String(decoding: bytes, as: UTF8.self)
        return text.withUTF8 { $0.elementsEqual(bytes) } ? text : nil
    }

    /// Reads the rest of an escape after its backslash; returns `false` for an unpaired surrogate.
    private mutating func readEscape(into text: inout [UInt8]) throws -> Bool {
        guard let byte = current else { throw error }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"):
            offset += 1
            guard let scalar = try readScalar() else { return false }
            text += Array(String(scalar).utf8)
            return true
        default: throw error
        }
        offset += 1
        return true
    }

    /// Reads the four digits after `\u`, and the low surrogate after a high one.
    private mutating func readScalar() throws -> Unicode.Scalar? {
        let first = try readDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, bytes[offset...].starts(with: "\\u".utf8) else { return nil }
        offset += 2
        let second = try readDigits()
        guard (0xDC00...0xDFFF).contains(second) else { return nil }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func readDigits() throws -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error }
            unit = unit << 4 | UInt32(digit)
            offset += 1
        }
        return unit
    }

    private mutating func number() throws -> JSONScalar {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try skipDigits() }
        if take(UInt8(ascii: ".")) { try skipDigits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try skipDigits()
        }
        return .number(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<offset]), as: UTF8.self))
    }

    private mutating func skipDigits() throws {
        let start = offset
        while let byte = current, (48...57).contains(byte) { offset += 1 }
        guard offset > start else { throw error }
    }

    private mutating func word(_ word: String, _ value: Any) throws -> Any {
        for byte in word.utf8 { try expect(byte) }
        return value
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
}
