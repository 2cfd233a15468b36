/// Says whether a store may have changed: as long as two of these are equal, it has not.
public struct StoreRevision: Hashable, Sendable {
    /// Counts what this process did with the store.
    public var own: Int64
    /// Counts what others did with it.
    public var others: Int64

    /// Creates a revision.
    public init(own: Int64, others: Int64 = 0) {
        self.own = own
        self.others = others
    }
}
