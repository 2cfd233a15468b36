/// The identity of a contact in a store: stable over refreshes, never shared by two people.
public struct ContactID: RawRepresentable, Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
    /// The text of the identifier, as it is shown and typed.
    public let rawValue: String

    /// Takes the text as it is; whether a contact with this identifier exists is for a repository to say.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The text of the identifier.
    public var description: String { rawValue }

    /// Orders by the bytes of the text, the order in which SQLite's BINARY collation has them.
    public static func < (left: ContactID, right: ContactID) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }
}
