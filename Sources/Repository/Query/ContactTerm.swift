/// What is looked for, and where.
public struct ContactTerm: Hashable, Codable, Sendable {
    /// Where; `nil` is everywhere that text is searched.
    public var field: ContactField?
    /// What, as it was typed.
    public var text: String
    /// Whether exactly these words are wanted, one after the other; otherwise the last is the beginning of one.
    public var isPhrase: Bool

    /// Creates a term.
    public init(_ text: String, in field: ContactField? = nil, isPhrase: Bool = false) {
        self.field = field
        self.text = text
        self.isPhrase = isPhrase
    }
}
