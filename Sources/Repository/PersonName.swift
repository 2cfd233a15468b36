/// The parts of a person's name.
public struct PersonName: Hashable, Codable, Sendable {
    /// The form of address, such as `Mrs` or `Madame`.
    public var title: String?
    /// The given name.
    public var first: String?
    /// Additional names.
    public var middle: String?
    /// The family name.
    public var last: String?
    /// What stands behind the name, such as `Jr.` or `PhD`.
    public var suffix: String?
    /// The whole name as it is to be shown, when it was given and is not simply the parts.
    public var formatted: String?

    /// Creates a name from the parts that are known.
    public init(
        title: String? = nil,
        first: String? = nil,
        middle: String? = nil,
        last: String? = nil,
        suffix: String? = nil,
        formatted: String? = nil
    ) {
        self.title = title
        self.first = first
        self.middle = middle
        self.last = last
        self.suffix = suffix
        self.formatted = formatted
    }
}
