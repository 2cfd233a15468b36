/// How much work resolving the values of one run may be.
///
/// References multiply: forty lines are enough for a value that no machine can hold. The budget is for all keys
/// together, so that a file cannot get it anew with every key.
public struct ExpansionBudget: Hashable, Sendable {
    /// The most bytes that one value may have.
    public var valueBytes: Int
    /// The most bytes that may be put together in the whole run.
    public var totalBytes: Int
    /// The most steps that may be taken in the whole run.
    public var steps: Int

    /// Creates a budget; the defaults are far above what any file of use needs.
    public init(valueBytes: Int = 16 << 20, totalBytes: Int = 512 << 20, steps: Int = 30_000_000) {
        self.valueBytes = valueBytes
        self.totalBytes = totalBytes
        self.steps = steps
    }
}
