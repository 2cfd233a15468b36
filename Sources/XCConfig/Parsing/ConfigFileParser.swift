/// Parses the lines of a file in a single pass over its bytes.
///
/// An error only skips the rest of its line, so that all errors in a file are reported.
struct ConfigFileParser: Sendable {
    private var cursor: SourceCursor
    private let file: String
    /// The statements, in file order.
    private(set) var statements: [ConfigStatement] = []
    /// The diagnostics, in file order.
    private(set) var diagnostics: [ConfigDiagnostic] = []

    /// Parses a file's contents; `file` is its name in diagnostics.
    init(_ bytes: [UInt8], file: String) {
        cursor = SourceCursor(bytes)
        self.file = file
        while !cursor.isAtEnd {
            cursor.skipBlanksAndComments()
            if !cursor.isAtEndOfLine { parseStatement() }
            cursor.skipLineBreak()
        }
        reportInvalidBytes()
    }

    private mutating func parseStatement() {
        if cursor.current == UInt8(ascii: "#") {
            parseDirective()
        } else if NameBytes.isFirst(cursor.current) {
            parseAssignment()
        } else {
            fail("unexpected character '\(cursor.character)'", hint: "a line is NAME = value, #include or // comment")
        }
    }

    // MARK: Directives

    private mutating func parseDirective() {
        let position = cursor.position
        cursor.advance()
        cursor.skipBlanksAndComments()
        if cursor.isAtEndOfLine {
            fail("unexpected end-of-line after '#'", hint: "comments begin with //, includes with #include")
            return
        }
        let keywordPosition = cursor.position
        let keyword = String(decoding: cursor.scan { $0 != 0x20 && !(0x09...0x0D).contains($0) }, as: UTF8.self)
        guard keyword == "include" || keyword == "include?" else {
            let hint =
                keyword.hasPrefix("include")
                ? "put a space between #include and the name in quotation marks"
                : "only #include and #include? exist; comments begin with //"
            fail("unsupported preprocessor directive '\(keyword)'", at: keywordPosition, hint: hint)
            return
        }
        cursor.skipBlanksAndComments()
        guard let name = parseQuotedName() else { return }
        cursor.skipBlanksAndComments()
        guard cursor.isAtEndOfLine else {
            let message = "unexpected character at end of line: '\(cursor.character)'"
            return fail(message, hint: "nothing but a // comment may follow the name")
        }
        let directive = IncludeDirective(name: name, isOptional: keyword == "include?", position: position)
        statements.append(.include(directive))
    }

    private mutating func parseQuotedName() -> String? {
        guard cursor.current == UInt8(ascii: "\""), !cursor.isAtEndOfLine else {
            fail("unexpected character '\(cursor.character)'", hint: "write #include \"file.xcconfig\"")
            return nil
        }
        let position = cursor.position
        cursor.advance()
        let name = String(decoding: cursor.scan { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        guard !cursor.isAtEndOfLine else {
            fail("unterminated file name", at: position, hint: "close the name with a quotation mark")
            return nil
        }
        cursor.advance()
        return name
    }

    // MARK: Assignments

    private mutating func parseAssignment() {
        let position = cursor.position
        let name = String(decoding: cursor.scan(while: NameBytes.isLater), as: UTF8.self)
        cursor.skipBlanksAndComments()
        guard let conditions = parseConditions() else { return }
        guard cursor.current == UInt8(ascii: "=") else {
            fail("expected a '=', but found \(cursor.character)", hint: hintForMissingOperator(name: name))
            return
        }
        cursor.advance()
        var assignment = ConfigAssignment(
            name: name,
            conditions: conditions,
            value: [],
            position: position,
            valuePosition: cursor.position
        )
        parseValue(into: &assignment)
        statements.append(.assignment(assignment))
    }

    private func hintForMissingOperator(name: String) -> String {
        switch cursor.current {
        case UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: ":"):
            "'=' is the only operator; to add to a value write \(name) = $(inherited) more"
        default:
            cursor.isAtEndOfLine
                ? "write \(name) = value; only a \\ at its end continues a line"
                : "names consist of letters, digits and underscores"
        }
    }

    /// Parses the bracketed conditions; `nil` after an error.
    private mutating func parseConditions() -> [ConfigCondition]? {
        let hint = "write NAME[sdk=linux*] = value"
        var conditions: [ConfigCondition] = []
        while cursor.current == UInt8(ascii: "[") {
            let position = cursor.position
            cursor.advance()
            let parameter = cursor.scan { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "]") }
            guard !cursor.isAtEndOfLine else {
                fail("unterminated macro condition on line \(position.line)", at: position, hint: hint)
                return nil
            }
            guard cursor.current == UInt8(ascii: "="), !parameter.isEmpty else {
                let isNamed = cursor.current != UInt8(ascii: "=")
                fail("expected \(isNamed ? "to find" : "a name before") '=' in macro condition", hint: hint)
                return nil
            }
            cursor.advance()
            let pattern = cursor.scan { $0 != UInt8(ascii: "]") }
            guard !cursor.isAtEndOfLine else {
                fail("unterminated macro condition", at: position, hint: hint)
                return nil
            }
            cursor.advance()
            let (name, text) = (String(decoding: parameter, as: UTF8.self), String(decoding: pattern, as: UTF8.self))
            conditions.append(ConfigCondition(parameter: name, pattern: text))
            cursor.skipBlanksAndComments()
        }
        return conditions
    }

    private mutating func parseValue(into assignment: inout ConfigAssignment) {
        var value: ArraySlice<UInt8> = []
        var chunkCount = 0
        while true {
            cursor.skipBlanksAndComments()
            if cursor.isAtEndOfLine { break }
            let position = cursor.position
            var chunk = parseChunk()
            let isContinued = chunk.last == UInt8(ascii: "\\")
            if isContinued {
                chunk = Self.trimmingEnd(chunk.dropLast())
            }
            if !(isContinued && chunk.isEmpty) {
                if chunkCount == 0 {
                    assignment.valuePosition = position
                    value = chunk
                } else {
                    value.append(0x20)
                    assignment.laterSegments.append(.init(offset: value.count, position: position))
                    value += chunk
                }
                chunkCount += 1
            }
            guard isContinued else { break }
            cursor.skipLineBreak()
        }
        assignment.value = value
        warnIfQuoted(value, at: assignment.valuePosition)
    }

    /// Parses the rest of a physical line up to a comment; drops trailing whitespace and one trailing `;`.
    private mutating func parseChunk() -> ArraySlice<UInt8> {
        let start = cursor.index
        let bytes = cursor.bytes
        while !cursor.isAtEndOfLine, !cursor.isAtComment { cursor.advance() }
        let end = cursor.index
        if cursor.isAtComment {
            warnIfAddressIsCut(bytes[start..<end])
            cursor.skipRestOfLine()
        }
        let chunk = Self.trimmingEnd(bytes[start..<end])
        return chunk.last == UInt8(ascii: ";") ? Self.trimmingEnd(chunk.dropLast()) : chunk
    }

    private static func trimmingEnd(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes
        while let last = bytes.last, SourceCursor.isBlank(last) { bytes.removeLast() }
        return bytes
    }

    // MARK: Diagnostics

    private mutating func fail(_ message: String, at position: SourcePosition? = nil, hint: String) {
        report(.error, message, at: position ?? cursor.position, hint: hint)
        cursor.skipRestOfLine()
    }

    private mutating func report(
        _ severity: ConfigDiagnostic.Severity,
        _ message: String,
        at position: SourcePosition,
        hint: String
    ) {
        diagnostics.append(ConfigDiagnostic(severity, file: file, at: position, message, hint: hint))
    }

    /// Warns about a comment right after `scheme:`, as in `https://host`.
    private mutating func warnIfAddressIsCut(_ text: ArraySlice<UInt8>) {
        guard text.last == UInt8(ascii: ":") else { return }
        let scheme = text.dropLast().reversed().prefix { NameBytes.isScheme($0) }.reversed()
        guard let first = scheme.first, NameBytes.isFirst(first) else { return }
        let written = String(decoding: scheme, as: UTF8.self)
        let message = "'//' begins a comment and cuts the value off after '\(written):'"
        report(.warning, message, at: cursor.position, hint: "write \(written):/$()/host")
    }

    private mutating func warnIfQuoted(_ value: ArraySlice<UInt8>, at position: SourcePosition) {
        guard value.count >= 2, let quote = value.first, quote == value.last,
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            !value.dropFirst().dropLast().contains(quote)
        else { return }
        let hint = "leave them out; they only group words where a value is read as a list"
        report(.warning, "the quotation marks are part of the value", at: position, hint: hint)
    }

    private mutating func reportInvalidBytes() {
        let offsets = UTF8Check.offsetsOfInvalidBytes(in: cursor.bytes)
        guard !offsets.isEmpty else { return }
        var walker = SourceCursor(cursor.bytes)
        for offset in offsets {
            while walker.index < offset {
                if walker.isAtEndOfLine { walker.skipLineBreak() } else { walker.advance() }
            }
            let byte = String(cursor.bytes[offset], radix: 16, uppercase: true)
            report(.error, "invalid UTF-8: byte 0x\(byte)", at: walker.position, hint: "save the file as UTF-8")
        }
        diagnostics.sort { ($0.position.line, $0.position.column) < ($1.position.line, $1.position.column) }
    }
}

/// A line of a file, including its continuation lines.
enum ConfigStatement: Sendable {
    case assignment(ConfigAssignment)
    case include(IncludeDirective)
}

/// An assignment with its unresolved value.
struct ConfigAssignment: Sendable {
    /// The part of a value on one physical line.
    struct Segment: Sendable {
        /// The part's byte offset in the value.
        var offset: Int
        var position: SourcePosition
    }

    var name: String
    var conditions: [ConfigCondition]
    /// The value: trimmed, with continuation lines joined and references unresolved.
    ///
    /// Shares the file's bytes unless there are continuation lines.
    var value: ArraySlice<UInt8>
    /// The position of the name.
    var position: SourcePosition
    /// The position of the value or, if that is empty, the one after the `=`.
    var valuePosition: SourcePosition
    /// The parts on continuation lines.
    var laterSegments: [Segment] = []

    /// Returns the position in the file for a byte offset in the value.
    func position(ofOffset offset: Int) -> SourcePosition {
        let segment = laterSegments.last { $0.offset <= offset }
        let start = segment?.position ?? valuePosition
        return SourcePosition(line: start.line, column: start.column + offset - (segment?.offset ?? 0))
    }
}

/// An assignment's condition, such as `[sdk=linux*]`.
package struct ConfigCondition: Hashable, Sendable {
    /// The name before the first `=`, as written; never empty.
    package var parameter: String
    /// The pattern up to the bracket, as written; may be empty.
    package var pattern: String
}

/// An `#include "file"` or `#include? "file"` line.
struct IncludeDirective: Sendable {
    /// The name between the quotation marks, as written.
    var name: String
    /// Whether the file may be missing.
    var isOptional: Bool
    /// The position of the `#`.
    var position: SourcePosition
}
