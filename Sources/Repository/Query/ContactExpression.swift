/// Who is wanted, as somebody says it in the query language: terms, and what they are joined by.
public indirect enum ContactExpression: Hashable, Codable, Sendable {
    /// A condition on one thing.
    case term(ContactTerm)
    /// Every one of these holds; an empty list leaves nobody out.
    case all([ContactExpression])
    /// One of these holds at least; an empty list leaves everybody out.
    case any([ContactExpression])
    /// This does not hold.
    case not(ContactExpression)
}

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
