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
