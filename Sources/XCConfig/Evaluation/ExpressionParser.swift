/// Compiles values into ``Expression``s.
///
/// Compiles a value as a list and derives the steps of the string: blanks, quotation marks and backslashes are text in
/// the string only. Nested references use an explicit stack, so that no value can overflow the thread's.
struct ExpressionParser {
    /// The deepest nesting of references in one value.
    static let nestingLimit = 1_000

    struct OpenReference {
        enum Part {
            case name
            case operand(ReplacementOperator?)
        }

        /// The closing bracket; `nil` for `$NAME`.
        var close: UInt8?
        /// Whether this reference, or one around it, is a string even within a list.
        var isString: Bool
        var part = Part.name
        /// The offset of the `$`.
        var start: Int
        /// The offset of the name.
        var nameStart: Int
        /// The number of steps before the first one of the reference.
        var stepCount: Int
        var isReported = false
    }

    /// All parsed values, concatenated.
    private(set) var source: [UInt8] = []
    /// The steps of all expressions as lists, concatenated.
    var steps: [Expression.Step] = []
    /// The steps of all expressions as strings, concatenated.
    private(set) var stringSteps: [Expression.Step] = []

    let table: AssignmentTable
    var text: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)
    /// The offset of the value in the source.
    private var sourceStart = 0
    var index = 0
    private var issues: [ExpressionIssue] = []
    var open: [OpenReference] = []

    /// Creates a parser that knows the keys of a table.
    init(table: AssignmentTable) {
        self.table = table
        source.reserveCapacity(table.valueBytes)
        // A word and the blank after it are two steps.
        steps.reserveCapacity(table.valueBytes / 4)
        stringSteps.reserveCapacity(table.nodes.count * 2)
    }

    /// Compiles a value.
    ///
    /// - Parameter value: The value as written.
    /// - Returns: The expression and its problems; it is usable in spite of them.
    mutating func parse(_ value: ArraySlice<UInt8>) -> (expression: Expression, issues: [ExpressionIssue]) {
        let listStart = steps.count
        let stringStart = stringSteps.count
        issues = []
        index = 0
        sourceStart = source.count
        source += value
        value.withUnsafeBufferPointer { bytes in
            // The pointer is valid, and used, only in this closure.
            text = bytes
            parseElements()
            text = .init(start: nil, count: 0)
        }
        joinTexts(from: listStart)
        let expression = Expression(
            source: Self.range(sourceStart, source.count),
            listSteps: Self.range(listStart, steps.count),
            stringSteps: Self.range(stringStart, stringSteps.count),
            isLiteral: !value.contains(UInt8(ascii: "$"))
        )
        return (expression, issues)
    }

    /// Derives the steps of the string: adjacent texts of the source become one literal.
    private mutating func joinTexts(from listStart: Int) {
        var joined: Range<Int32>?
        for step in steps[listStart...] {
            switch step {
            case .literal(let range), .stringOnly(let range), .separator(let range):
                if let text = joined, text.upperBound == range.lowerBound {
                    joined = text.lowerBound..<range.upperBound
                } else {
                    if let joined { stringSteps.append(.literal(joined)) }
                    joined = range
                }
            default:
                if let joined { stringSteps.append(.literal(joined)) }
                joined = nil
                stringSteps.append(step)
            }
        }
        if let joined { stringSteps.append(.literal(joined)) }
    }

    var current: UInt8? { index < text.count ? text[index] : nil }

    private var isAtBlank: Bool {
        guard let current else { return false }
        return current == 0x20 || (0x09...0x0D).contains(current)
    }

    /// A part of the value as a range of the source.
    func range(_ start: Int, _ end: Int) -> Range<Int32> {
        Self.range(sourceStart + start, sourceStart + end)
    }

    private static func range(_ start: Int, _ end: Int) -> Range<Int32> {
        // Doesn't overflow: the size limit of all files is far below 2 GiB.
        Int32(truncatingIfNeeded: start)..<Int32(truncatingIfNeeded: end)
    }

    mutating func addLiteral(from start: Int) {
        if start < index { steps.append(.literal(range(start, index))) }
    }

    mutating func report(_ message: String, hint: String, at offset: Int, isError: Bool = false) {
        let severity: ConfigDiagnostic.Severity = isError ? .error : .warning
        issues.append(ExpressionIssue(severity: severity, offset: offset, message: message, hint: hint))
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

    /// Opens or closes a quotation; two marks in a row are an empty element, or an empty part of one.
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
}
