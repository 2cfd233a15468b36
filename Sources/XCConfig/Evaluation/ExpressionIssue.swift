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
