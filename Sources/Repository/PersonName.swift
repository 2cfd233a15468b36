/// The parts of a person's name.
public struct PersonName: Equatable, Sendable {
    /// The form of address, such as `Mrs` or `Madame`.
    public var title: String?
    /// The given name.
    public var first: String?
    /// The family name.
    public var last: String?

    /// Creates a name from the parts that are known.
    public init(title: String? = nil, first: String? = nil, last: String? = nil) {
        self.title = title
        self.first = first
        self.last = last
    }
}
