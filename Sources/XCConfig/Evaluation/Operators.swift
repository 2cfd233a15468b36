import Primitives

/// An operator without an operand, as in `$(NAME:upper)`.
enum RetrievalOperator: String, Sendable {
    case quote
    case upper
    case lower
    case identifier
    case rfc1034identifier
    case c99extidentifier
    case md5 = "__md5"
    case stripSlash = "__stripslash"
    case dir
    case file
    case base
    case suffix
    case standardizePath = "standardizepath"
    case not
    case truncatedVersion = "truncatedversion"

    func apply(to text: String) -> String {
        switch self {
        case .quote: IdentifierText.quoted(text)
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        case .identifier: IdentifierText.identifier(text, filler: "_")
        case .rfc1034identifier: IdentifierText.identifier(text, filler: "-")
        case .c99extidentifier: C99Identifier.mangling(text)
        case .md5: Hexadecimal.text(of: MD5.digest(of: Array(text.utf8)))
        case .stripSlash: text.utf8.first == UInt8(ascii: "/") ? String(text.dropFirst()) : text
        case .dir: PathText.folderWithSlash(of: text)
        case .file: PathText.lastComponent(of: text)
        case .base: PathText.stem(of: text)
        case .suffix: PathText.fileExtension(of: text).map { ".\($0)" } ?? ""
        case .standardizePath: PathText.standardized(text)
        case .not: text == "YES" ? "NO" : "YES"
        case .truncatedVersion:
            text.split(separator: ".", omittingEmptySubsequences: false).prefix(3).joined(separator: ".")
        }
    }
}

/// An operator with an operand, as in `$(NAME:default=value)`.
enum ReplacementOperator: String, Sendable {
    case dir
    case file
    case base
    case suffix
    case `default`
    case relativeTo = "relativeto"
    case isAncestor = "isancestor"

    /// Whether the operator also applies if there's no value.
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
