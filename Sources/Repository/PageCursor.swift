/// An opaque place in the order of a query, good for that order only.
///
/// The text is what a repository made; its form is versioned and may change between versions of the program, and a
/// cursor of another order is refused.
public struct PageCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The opaque text.
    public let rawValue: String

    /// Takes the text as it is; a repository checks it when it is used.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
