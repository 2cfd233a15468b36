/// The value of one key, with every reference resolved.
public struct ResolvedValue: Sendable {
    /// The value read as a string: quotation marks, backslashes and blanks as they are written.
    public var string: String
    /// The value read as a list: quoted and escaped as in a shell.
    public var list: [String]
    /// The file of the assignment that the value is from, as index of ``ResolvedConfig/files``; nil if none matched.
    public var file: Int?
    /// Where in the file the key is named.
    public var position: SourcePosition

    /// The value read as a boolean: true when it begins with `Y`, `T`, in any case, or with a digit from 1 to 9.
    public var bool: Bool { BooleanText.bool(string) }
}
