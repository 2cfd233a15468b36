/// Makes an ``Expression`` of a value.
///
/// Values are read as lists, of which the string form is a part: blanks, quotation marks and backslashes are steps that
/// only a string takes. Nested references are kept on a stack of our own, so that no value can exhaust the thread's.
struct ExpressionParser {
    /// How deep references may be in one another in one value.
    static let nestingLimit = 1_000

    private struct OpenReference {
        enum Part {
            case name
            case operand(ReplacementOperator?)
        }

        /// The bracket that closes it; nil for `$NAME`.
        var close: UInt8?
        /// Whether it or one around it is read as a string in any case.
        var isString: Bool
        var part = Part.name
        /// Where the `$` is.
        var start: Int
        /// Where the name begins.
        var nameStart: Int
        /// The number of steps before its own.
        var stepCount: Int
        var isReported = false
    }

    /// The steps of all expressions that were read, one behind the other.
    private(set) var steps: [Expression.Step] = []
    private var text: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    private let table: AssignmentTable
    private var index = 0
    private var issues: [ExpressionIssue] = []
    private var open: [OpenReference] = []

    /// Creates a parser that knows the keys of a table.
    init(table: AssignmentTable) {
        self.table = table
        // A word and the blank behind it are two steps.
        steps.reserveCapacity(table.nodes.reduce(0) { $0 + $1.assignment.value.count } / 4)
    }

    /// Reads a value.
    ///
    /// - Parameter value: The value as written.
    /// - Returns: The expression, and what is wrong with it; there is one whatever is wrong.
    mutating func parse(_ value: ArraySlice<UInt8>) -> (expression: Expression, issues: [ExpressionIssue]) {
        let start = steps.count
        issues = []
        index = 0
        value.withUnsafeBufferPointer { bytes in
            // Only read while the closure runs; nothing of it is kept.
            text = bytes
            parseElements()
            text = .init(start: nil, count: 0)
        }
        let isLiteral = !value.contains(UInt8(ascii: "$"))
        return (Expression(text: value, steps: start..<steps.count, isLiteral: isLiteral), issues)
    }

    private var current: UInt8? { index < text.count ? text[index] : nil }

    private var isAtBlank: Bool {
        guard let current else { return false }
        return current == 0x20 || (0x09...0x0D).contains(current)
    }

    private func range(_ start: Int, _ end: Int) -> Range<Int32> {
        // A value is part of a file, whose size is capped far below what 32 bits hold.
        Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end)
    }

    private mutating func addLiteral(from start: Int) {
        if start < index { steps.append(.literal(range(start, index))) }
    }

    private mutating func report(_ kind: ExpressionIssue.Kind, at offset: Int) {
        issues.append(ExpressionIssue(kind: kind, offset: offset))
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

    /// Opens or closes a quotation; two marks in a row are an empty element, or at least an empty part of one.
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
                // `$NAME`, and what extended it is read.
                endName(of: top)
                endReference(top)
                continue
            }
            let start = index
            while let byte = current, byte != UInt8(ascii: "$"), byte != UInt8(ascii: ":"), byte != close { index += 1 }
            addLiteral(from: start)
            if current == UInt8(ascii: "$") {
                if case .name = top.part {
                    beginReference(isString: true)
                } else {
                    beginReference(isString: top.isString)
                }
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

    /// Reads a `$` and what makes it a reference; a `$` that begins none is text.
    private mutating func beginReference(isString: Bool) {
        let start = index
        index += 1
        guard let byte = current else {
            addLiteral(from: start)
            return
        }
        guard open.count < Self.nestingLimit else {
            if open.last?.isReported == false { report(.nestedTooDeep, at: start) }
            open[open.count - 1].isReported = true
            addLiteral(from: start)
            return
        }
        let isString = isString || open.last?.isString == true
        if let close = Self.closingBracket(of: byte) {
            if byte != UInt8(ascii: "(") {
                report(.deprecatedBrackets("$\(Character(Unicode.Scalar(byte)))"), at: start)
            }
            index += 1
            push(
                OpenReference(close: close, isString: isString, start: start, nameStart: index, stepCount: steps.count)
            )
        } else if NameBytes.isFirst(byte) {
            let nameStart = index
            while let byte = current, NameBytes.isBareReference(byte) { index += 1 }
            push(
                OpenReference(
                    close: nil,
                    isString: isString,
                    start: start,
                    nameStart: nameStart,
                    stepCount: steps.count
                )
            )
            addLiteral(from: nameStart)
            if current == UInt8(ascii: "$"), index + 1 < text.count, text[index + 1] == UInt8(ascii: "(") {
                beginReference(isString: true)
            }
        } else {
            addLiteral(from: start)
            if byte == UInt8(ascii: "$") { index += 1 }
        }
    }

    private static func closingBracket(of byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        default: nil
        }
    }

    private mutating func push(_ reference: OpenReference) {
        steps.append(.begin)
        steps.append(.begin)
        open.append(reference)
    }

    private mutating func endName(of top: OpenReference) {
        if top.close != nil, current == nil { reportUnterminated(top) }
        var reference = Expression.Reference(
            key: KeyNumber.unknown,
            name: range(top.nameStart, index),
            isString: top.isString,
            isKeptWhenUnknown: top.close == nil
        )
        switch (steps.count - top.stepCount, steps.last) {
        case (2, _):
            // `$()` is nothing at all.
            steps.removeLast()
        case (3, .literal(reference.name)):
            // A name that is written out needs no text to be put together.
            steps.removeLast(2)
            reference.key = table.number(of: String(decoding: text[top.nameStart..<index], as: UTF8.self))
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
                report(.missingOperatorName, at: start)
                skipToOperatorEnd(close)
            default:
                report(.invalidOperatorCharacter, at: index)
                skipToOperatorEnd(close)
            }
        }
        if current == nil { reportUnterminated(top) }
        if current == close { index += 1 }
        endReference(top)
    }

    private mutating func applyRetrieval(_ name: String, at offset: Int) {
        if name.isEmpty {
            report(.missingOperatorName, at: offset)
        } else if let retrieval = RetrievalOperator(rawValue: name) {
            steps.append(.retrieve(retrieval))
        } else {
            report(.unknownOperator(name), at: offset)
        }
    }

    private mutating func beginOperand(of name: String, at offset: Int) {
        let replacement = ReplacementOperator(rawValue: name)
        if replacement == nil { report(.unknownOperator(name + "="), at: offset) }
        steps.append(.begin)
        open[open.count - 1].part = .operand(replacement)
    }

    private mutating func skipToOperatorEnd(_ close: UInt8) {
        while let byte = current, byte != UInt8(ascii: ":"), byte != close { index += 1 }
    }

    private mutating func reportUnterminated(_ top: OpenReference) {
        guard open.last?.isReported == false else { return }
        open[open.count - 1].isReported = true
        report(.unterminated, at: top.start)
    }
}
