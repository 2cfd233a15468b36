/// An e-mail address or a telephone number with what is said about it.
public struct ContactValue: Hashable, Codable, Sendable {
    /// The value, free text.
    public var value: String
    /// What it is for, as vCard names it in lower case (`home`, `work`, `cell`); never `internet` or `pref`.
    public var types: [String]
    /// Whether it is the one to use first.
    public var isPreferred: Bool

    /// Creates a value.
    public init(_ value: String, types: [String] = [], isPreferred: Bool = false) {
        self.value = value
        self.types = types
        self.isPreferred = isPreferred
    }
}
