import Foundation

extension JSONValue {
    /// Why text is not accepted as JSON.
    struct SyntaxError: Error, Equatable, CustomStringConvertible {
        /// What is wrong, as the end of a sentence.
        let description: String
    }

    /// Reads one JSON value, with nothing but blanks around it.
    ///
    /// - Throws: ``SyntaxError`` when it is none, or nested too deeply.
    init(json: some Sequence<UInt8>) throws(SyntaxError) {
        var parser = JSONValueParser(json)
        self = try parser.whole()
    }
}

/// Reads JSON in one pass: each byte is looked at a fixed number of times, however deep the values are nested.
struct JSONValueParser {
    /// The deepest nesting that is accepted: each level is a call on the stack.
    static let depthLimit = 128

    private let bytes: [UInt8]
    private var offset = 0
    private var depth = 0
    /// How often a byte was looked at, as a measure of the cost.
    private(set) var steps = 0

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    /// The value that is all of the text.
    mutating func whole() throws(JSONValue.SyntaxError) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard offset == bytes.count else { throw error }
        return value
    }

    private var error: JSONValue.SyntaxError {
        JSONValue.SyntaxError(description: "is no JSON from byte \(offset + 1) on")
    }

    private mutating func value() throws(JSONValue.SyntaxError) -> JSONValue {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func object() throws(JSONValue.SyntaxError) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        try open()
        guard !take(UInt8(ascii: "}")) else { return members }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw error }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw error }
            members[name] = try value()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw error }
        depth -= 1
        return members
    }

    private mutating func array() throws(JSONValue.SyntaxError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try open()
        guard !take(UInt8(ascii: "]")) else { return elements }
        repeat { elements.append(try value()) } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw error }
        depth -= 1
        return elements
    }

    /// Begins an object or an array.
    private mutating func open() throws(JSONValue.SyntaxError) {
        offset += 1
        depth += 1
        guard depth <= Self.depthLimit else {
            throw JSONValue.SyntaxError(description: "is nested deeper than \(Self.depthLimit) levels")
        }
        skipBlanks()
        // An empty one ends at once.
        if next == UInt8(ascii: "}") || next == UInt8(ascii: "]") { depth -= 1 }
    }

    private mutating func string() throws(JSONValue.SyntaxError) -> String {
        let start = offset
        offset += 1
        var isPlain = true
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 32 else { throw error }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                offset += 1
            }
            offset += 1
        }
        guard next == UInt8(ascii: "\"") else { throw error }
        offset += 1
        if isPlain { return String(decoding: bytes[start + 1..<offset - 1], as: UTF8.self) }
        steps += offset - start
        guard let text = try? JSONDecoder().decode(String.self, from: Data(bytes[start..<offset])) else { throw error }
        return text
    }

    private mutating func number() throws(JSONValue.SyntaxError) -> JSONValue {
        let start = offset
        while let byte = next, "+-.eE0123456789".utf8.contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if let integer = Int64(text), !text.hasPrefix("+") { return .integer(integer) }
        if let unsigned = UInt64(text), !text.hasPrefix("+") { return .unsigned(unsigned) }
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
            let number = Double(text), number.isFinite
        else {
            offset = start
            throw error
        }
        return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONValue.SyntaxError) -> JSONValue {
        guard bytes[offset...].starts(with: word.utf8) else { throw error }
        offset += word.utf8.count
        return value
    }

    private var next: UInt8? {
        mutating get {
            steps += 1
            return offset < bytes.count ? bytes[offset] : nil
        }
    }

    /// Takes the byte behind blanks, if it is there.
    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { offset += 1 }
    }
}
