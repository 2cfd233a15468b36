/// A value made ready to be evaluated: the steps that put it together.
///
/// All ranges are in the arrays of the ``ExpressionParser``, which are shared by all expressions.
struct Expression: Sendable {
    /// How a key is referred to.
    struct Reference: Sendable {
        /// The key, or one of the special numbers of ``KeyNumber``.
        var key: Int32
        /// The name as written, as range of the source: that of `$(NAME)` without its brackets.
        var name: Range<Int32>
        /// Whether the value is read as a string although a list is asked for, as in quotation marks.
        var isString: Bool
        /// Whether `$NAME` is kept as it is written when there is no such key.
        var isKeptWhenUnknown: Bool
    }

    enum Step: Sendable {
        /// Adds text.
        case literal(Range<Int32>)
        /// Adds text to a string, nothing to a list: blanks, quotation marks, backslashes.
        case stringOnly(Range<Int32>)
        /// Adds blanks to a string, begins a new element in a list.
        case separator(Range<Int32>)
        /// Adds the value of a key.
        case reference(Reference)
        /// Puts a new text on the stack.
        case begin
        /// Takes the top text, which is the name of a key, and adds that key's value to the text below.
        case computedReference(Reference)
        /// Takes the top text and adds it to the text below.
        case merge
        /// Takes the top text away.
        case discard
        /// Applies an operator to each element of the top text.
        case retrieve(RetrievalOperator)
        /// Takes the top text as operand and applies an operator to each element of the text below.
        case replace(ReplacementOperator)
    }

    /// The value as written.
    var source: Range<Int32>
    /// The steps that make the list.
    var listSteps: Range<Int32>
    /// The steps that make the string: fewer, since blanks and words are one text.
    var stringSteps: Range<Int32>
    /// Whether the string is the value as it is written.
    var isLiteral: Bool
}

/// Something that is wrong or doubtful in an expression.
struct ExpressionIssue: Sendable {
    enum Kind: Sendable {
        case deprecatedBrackets(String)
        case unterminated
        case unknownOperator(String)
        case missingOperatorName
        case invalidOperatorCharacter
        case nestedTooDeep
    }

    var kind: Kind
    /// The place in the value, in bytes.
    var offset: Int

    var severity: ConfigDiagnostic.Severity {
        if case .nestedTooDeep = kind { .error } else { .warning }
    }

    var message: String {
        switch kind {
        case .deprecatedBrackets(let bracket): "references in '\(bracket)' are out of date"
        case .unterminated: "the reference is not closed"
        case .unknownOperator(let name): "unknown operator '\(name)'; the value passes unchanged"
        case .missingOperatorName: "expected the name of an operator behind ':'"
        case .invalidOperatorCharacter: "unexpected character in the name of an operator"
        case .nestedTooDeep: "references are nested more than \(ExpressionParser.nestingLimit) deep"
        }
    }

    var hint: String {
        switch kind {
        case .deprecatedBrackets: "write $(NAME)"
        case .unterminated: "close it with the bracket that fits the opening one, as in $(NAME)"
        case .unknownOperator:
            "operators are \(Self.operatorNames); a ':' in the operand of an operator ends the operand"
        case .missingOperatorName, .invalidOperatorCharacter:
            "write $(NAME:operator) or $(NAME:operator=operand); a text with ':' must be in a key of its own"
        case .nestedTooDeep: "use a key for the inner reference"
        }
    }

    private static let operatorNames =
        "default=, upper, lower, identifier, rfc1034identifier, c99extidentifier, dir, file, base, suffix, "
        + "standardizepath, quote, not, truncatedversion, dir=, file=, base=, suffix=, relativeto=, isancestor="
}

/// Numbers that stand for no key of the table.
enum KeyNumber {
    /// Nothing assigns to the key.
    static let unknown: Int32 = -1
    /// `inherited` and `value`: the key that is being evaluated.
    static let inherited: Int32 = -2
}
