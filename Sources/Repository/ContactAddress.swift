/// A postal address with what is said about it.
public struct ContactAddress: Hashable, Codable, Sendable {
    /// The parts of the address.
    public var address: PostalAddress
    /// What it is for, as vCard names it in lower case (`home`, `work`); never `pref`.
    public var types: [String]
    /// Whether it is the one to use first.
    public var isPreferred: Bool

    /// Creates an address.
    public init(_ address: PostalAddress, types: [String] = [], isPreferred: Bool = false) {
        self.address = address
        self.types = types
        self.isPreferred = isPreferred
    }
}
