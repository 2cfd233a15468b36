/// An operator with an operand, as in `$(NAME:default=value)`.
enum ReplacementOperator: String, Sendable {
    case dir
    case file
    case base
    case suffix
    case `default`
    case relativeTo = "relativeto"
    case isAncestor = "isancestor"

    /// Whether the operator does something where there is no value at all.
    var appliesToNothing: Bool { self == .default }

    func apply(to text: String, operand: String) -> String {
        switch self {
        case .dir:
            PathText.joining(operand, PathText.lastComponent(of: text))
        case .file:
            PathText.joining(PathText.folder(of: text), operand)
        case .base:
            PathText.joining(PathText.folder(of: text), operand) + "." + (PathText.fileExtension(of: text) ?? "")
        case .suffix:
            PathText.withoutExtension(text) + "." + Self.suffixWithoutDot(operand)
        case .default:
            text.isEmpty ? operand : text
        case .relativeTo:
            PathText.isAbsolute(text) && PathText.isAbsolute(operand)
                ? PathText.relative(operand, to: text) : text
        case .isAncestor:
            PathText.isAncestor(operand, of: text) ? "YES" : "NO"
        }
    }

    private static func suffixWithoutDot(_ operand: String) -> String {
        guard let dot = operand.utf8.lastIndex(of: UInt8(ascii: ".")) else { return operand }
        return String(operand[operand.utf8.index(after: dot)...])
    }
}
