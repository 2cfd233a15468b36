/// Compiles the values in a table to ``Expression``s.
///
/// Lists and strings have the same steps; spaces, quotation marks and backslashes are only text in strings. Nested
/// references use an explicit stack, so that no value can overflow the thread's stack.
struct ExpressionParser {
    /// The maximum nesting depth of references in a value.
    private static let nestingLimit = 1_000

    /// A problem, with the index of its assignment and its byte offset in the value.
    typealias Issue = (severity: ConfigDiagnostic.Severity, node: Int, offset: Int, message: String, hint: String)

    private struct OpenReference {
        enum Part {
            case name
            case operand(ReplacementOperator?)
        }

        /// The closing bracket; `nil` for `$NAME`.
        var close: UInt8?
        /// Whether this reference, or an enclosing one, is a string even within a list.
        var isString: Bool
        var part = Part.name
        /// The offset of the `$`.
        var start: Int
        /// The offset of the name.
        var nameStart: Int
        /// The number of steps before the reference's first one.
        var stepCount: Int
        var isReported = false
    }

    /// The expressions for all assignments in the table; usable despite any issues.
    private(set) var expressions: [Expression] = []
    private(set) var issues: [Issue] = []
    /// All parsed values, concatenated.
    private(set) var source: [UInt8] = []
    /// The steps of all expressions, concatenated.
    private(set) var steps: [Expression.Step] = []

    private let table: AssignmentTable
    private var text: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    /// The value's offset in the source.
    private var sourceStart = 0
    private var index = 0
    private var open: [OpenReference] = []

    init(table: AssignmentTable) {
        self.table = table
        source.reserveCapacity(table.valueBytes)
        // A word and the following space are two steps.
        steps.reserveCapacity(table.valueBytes / 4)
        expressions.reserveCapacity(table.nodes.count)
        for node in table.nodes {
            let expression = parse(node.assignment.value)
            expressions.append(expression)
        }
    }

    private mutating func parse(_ value: ArraySlice<UInt8>) -> Expression {
        let start = steps.count
        index = 0
        sourceStart = source.count
        source += value
        value.withUnsafeBufferPointer { bytes in
            // The pointer is only valid, and only used, in this closure.
            text = bytes
            parseElements()
            text = .init(start: nil, count: 0)
        }
        return Expression(
            source: sourceStart..<source.count,
            steps: start..<steps.count,
            isLiteral: !value.contains(UInt8(ascii: "$"))
        )
    }

    private var current: UInt8? { index < text.count ? text[index] : nil }

    private var isAtBlank: Bool {
        guard let current else { return false }
        return current == 0x20 || (0x09...0x0D).contains(current)
    }

    /// Returns the range in the source for a part of the value.
    private func range(_ start: Int, _ end: Int) -> Range<Int> { sourceStart + start..<sourceStart + end }

    private mutating func addLiteral(from start: Int) {
        if start < index { steps.append(.literal(range(start, index))) }
    }

    private mutating func report(_ message: String, hint: String, at offset: Int, isError: Bool = false) {
        issues.append((isError ? .error : .warning, expressions.count, offset, message, hint))
    }

    // MARK: Elements

    private mutating func parseElements() {
        parseBlanks(separates: false)
        while current != nil {
            parseElement()
            parseBlanks(separates: true)
        }
    }

    private mutating func parseBlanks(separates: Bool) {
        let start = index
        while isAtBlank { index += 1 }
        guard start < index else { return }
        let blanks = range(start, index)
        steps.append(separates && index < text.count ? .separator(blanks) : .stringOnly(blanks))
    }

    private mutating func parseElement() {
        var quote: UInt8?
        var mark = index
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\\"):
                addLiteral(from: mark)
                steps.append(.stringOnly(range(index, index + 1)))
                mark = index + 1
                index = min(index + 2, text.count)
            case UInt8(ascii: "$"):
                addLiteral(from: mark)
                parseReference(isString: quote != nil)
                mark = index
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard quote == nil || quote == byte else {
                    index += 1
                    continue
                }
                addLiteral(from: mark)
                parseQuote(byte, quote: &quote)
                mark = index
            default:
                if quote == nil, isAtBlank {
                    addLiteral(from: mark)
                    return
                }
                index += 1
            }
        }
        addLiteral(from: mark)
    }

    /// Opens or closes a quotation; two consecutive marks are an empty element, or an empty part of one.
    private mutating func parseQuote(_ mark: UInt8, quote: inout UInt8?) {
        steps.append(.stringOnly(range(index, index + 1)))
        index += 1
        if quote == nil, current == mark {
            steps.append(.literal(range(index, index)))
            steps.append(.stringOnly(range(index, index + 1)))
            index += 1
        } else {
            quote = quote == nil ? mark : nil
        }
    }

    // MARK: References

    private mutating func parseReference(isString: Bool) {
        beginReference(isString: isString)
        while let top = open.last {
            guard let close = top.close else {
                // A bare `$NAME` ends here.
                endName(of: top)
                endReference(top)
                continue
            }
            let start = index
            while let byte = current, byte != UInt8(ascii: "$"), byte != UInt8(ascii: ":"), byte != close { index += 1 }
            addLiteral(from: start)
            if current == UInt8(ascii: "$") {
                let isName = if case .name = top.part { true } else { false }
                beginReference(isString: isName || top.isString)
                continue
            }
            switch top.part {
            case .name:
                endName(of: top)
            case .operand(let replacement?):
                steps.append(.replace(replacement))
            case .operand(nil):
                steps.append(.discard)
            }
            parseOperators(of: top, close: close)
        }
    }

    /// Parses a `$` and the beginning of its reference; without a reference, the `$` is text.
    private mutating func beginReference(isString: Bool) {
        let start = index
        index += 1
        guard let byte = current else {
            addLiteral(from: start)
            return
        }
        guard open.count < Self.nestingLimit else {
            if open.last?.isReported == false {
                let message = "references are nested more than \(Self.nestingLimit) deep"
                report(message, hint: "use a key for the inner reference", at: start, isError: true)
            }
            open[open.count - 1].isReported = true
            addLiteral(from: start)
            return
        }
        let isString = isString || open.last?.isString == true
        if let close = Self.closingBrackets[byte] {
            if byte != UInt8(ascii: "(") {
                let bracket = Character(Unicode.Scalar(byte))
                report("references with '$\(bracket)' are deprecated", hint: "write $(NAME)", at: start)
            }
            index += 1
            push(close: close, isString: isString, start: start)
        } else if NameBytes.isFirst(byte) {
            push(close: nil, isString: isString, start: start)
            while let byte = current, NameBytes.isBareReference(byte) { index += 1 }
            addLiteral(from: start + 1)
            if current == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
                beginReference(isString: true)
            }
        } else {
            addLiteral(from: start)
            if byte == UInt8(ascii: "$") { index += 1 }
        }
    }

    private static let closingBrackets = Dictionary(uniqueKeysWithValues: zip("({[".utf8, ")}]".utf8))

    private mutating func push(close: UInt8?, isString: Bool, start: Int) {
        open.append(
            OpenReference(close: close, isString: isString, start: start, nameStart: index, stepCount: steps.count)
        )
        steps += [.begin, .begin]
    }

    private mutating func endName(of top: OpenReference) {
        if top.close != nil, current == nil { reportUnterminated(top) }
        var reference = Expression.Reference(
            target: .unknown,
            name: range(top.nameStart, index),
            isString: top.isString,
            isKeptWhenUnknown: top.close == nil
        )
        switch (steps.count - top.stepCount, steps.last) {
        case (2, _):
            // `$()` is empty.
            steps.removeLast()
        case (3, .literal(reference.name)):
            // A literal name needs no text on the stack.
            steps.removeLast(2)
            reference.target = table.target(of: String(decoding: text[top.nameStart..<index], as: UTF8.self))
            steps.append(.reference(reference))
        default:
            steps.append(.computedReference(reference))
        }
    }

    private mutating func endReference(_ top: OpenReference) {
        open.removeLast()
        switch (steps.count - top.stepCount, steps.last) {
        case (1, .begin):
            steps.removeLast()
        case (2, .reference(let reference)):
            steps.removeLast(2)
            steps.append(.reference(reference))
        default:
            steps.append(.merge)
        }
    }

    private mutating func parseOperators(of top: OpenReference, close: UInt8) {
        while current == UInt8(ascii: ":") {
            index += 1
            let start = index
            while let byte = current, NameBytes.isOperator(byte) { index += 1 }
            let name = String(decoding: text[start..<index], as: UTF8.self)
            switch current {
            case nil:
                reportUnterminated(top)
            case UInt8(ascii: ":"), close:
                applyRetrieval(name, at: start)
            case UInt8(ascii: "=") where !name.isEmpty:
                index += 1
                beginOperand(of: name, at: start)
                return
            case UInt8(ascii: "="):
                reportMissingOperator(at: start)
                skipToOperatorEnd(close)
            default:
                report("unexpected character in the name of an operator", hint: Self.operatorHint, at: index)
                skipToOperatorEnd(close)
            }
        }
        if current == nil { reportUnterminated(top) }
        if current == close { index += 1 }
        endReference(top)
    }

    private mutating func applyRetrieval(_ name: String, at offset: Int) {
        if name.isEmpty {
            reportMissingOperator(at: offset)
        } else if let retrieval = RetrievalOperator(rawValue: name) {
            steps.append(.retrieve(retrieval))
        } else {
            reportUnknownOperator(name, at: offset)
        }
    }

    private mutating func beginOperand(of name: String, at offset: Int) {
        let replacement = ReplacementOperator(rawValue: name)
        if replacement == nil { reportUnknownOperator(name + "=", at: offset) }
        steps.append(.begin)
        open[open.count - 1].part = .operand(replacement)
    }

    private mutating func skipToOperatorEnd(_ close: UInt8) {
        while let byte = current, byte != UInt8(ascii: ":"), byte != close { index += 1 }
    }

    private mutating func reportUnterminated(_ top: OpenReference) {
        guard open.last?.isReported == false else { return }
        open[open.count - 1].isReported = true
        report("the reference is not closed", hint: "close it with the matching bracket, as in $(NAME)", at: top.start)
    }

    private mutating func reportMissingOperator(at offset: Int) {
        report("expected the name of an operator after ':'", hint: Self.operatorHint, at: offset)
    }

    private mutating func reportUnknownOperator(_ name: String, at offset: Int) {
        let hint = "operators are \(Self.operatorNames); a ':' in the operand of an operator ends the operand"
        report("unknown operator '\(name)'; the value is not changed", hint: hint, at: offset)
    }

    private static let operatorHint =
        "write $(NAME:operator) or $(NAME:operator=operand); put text with ':' into a key of its own"
    private static let operatorNames =
        "default=, upper, lower, identifier, rfc1034identifier, c99extidentifier, dir, file, base, suffix, "
        + "standardizepath, quote, not, truncatedversion, dir=, file=, base=, suffix=, relativeto=, isancestor="
}

/// A compiled value: the stack machine steps that build it.
///
/// All ranges refer to the arrays of the ``ExpressionParser``, which all expressions share.
struct Expression: Sendable {
    /// The key that a reference means.
    enum Target: Sendable {
        /// A key in the table, by number.
        case key(Int)
        /// `inherited` and `value`: the key being evaluated.
        case inherited
        /// A key without assignments.
        case unknown
    }

    /// A reference to a key.
    struct Reference: Sendable {
        /// The key; unknown if the name itself contains references.
        var target: Target
        /// The name without brackets, as a range of the source.
        var name: Range<Int>
        /// Whether the value is a string even within a list, for example because it is quoted.
        var isString: Bool
        /// Whether the reference stays as text if the key is unknown, like `$NAME`.
        var isKeptWhenUnknown: Bool
    }

    enum Step: Sendable {
        /// Appends text.
        case literal(Range<Int>)
        /// Appends text to a string, but nothing to a list: spaces, quotation marks, backslashes.
        case stringOnly(Range<Int>)
        /// Appends spaces to a string, or starts a new list element.
        case separator(Range<Int>)
        /// Appends a key's value.
        case reference(Reference)
        /// Pushes an empty text.
        case begin
        /// Pops a key's name and appends the key's value to the text below.
        case computedReference(Reference)
        /// Pops a text and appends it to the text below.
        case merge
        /// Pops a text.
        case discard
        /// Applies an operator to each element of the top text.
        case retrieve(RetrievalOperator)
        /// Pops an operand and uses it to apply an operator to each element of the text below.
        case replace(ReplacementOperator)
    }

    /// The value as written.
    var source: Range<Int>
    /// The steps that build both the list and the string.
    var steps: Range<Int>
    /// Whether the string is just the value as written.
    var isLiteral: Bool
}
