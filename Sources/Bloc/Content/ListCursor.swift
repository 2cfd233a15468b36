/// Where the next page of a list begins: text that only its maker understands.
public struct ListCursor: RawRepresentable, Hashable, Sendable {
    /// The text.
    public let rawValue: String

    /// Takes the text as it is.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
