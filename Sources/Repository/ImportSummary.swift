/// What an import did.
public struct ImportSummary: Equatable, Codable, Sendable {
    /// The contacts that are new.
    public var added: Int
    /// The contacts that were here and have changed.
    public var updated: Int
    /// The contacts that were here and say the same.
    public var unchanged: Int
    /// The contacts that were here and were left alone, as it was wished.
    public var skipped: Int

    /// Creates a summary.
    public init(added: Int = 0, updated: Int = 0, unchanged: Int = 0, skipped: Int = 0) {
        self.added = added
        self.updated = updated
        self.unchanged = unchanged
        self.skipped = skipped
    }

    /// All contacts that were read.
    public var total: Int { added + updated + unchanged + skipped }
}
