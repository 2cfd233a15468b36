/// How much work resolving the values of one run may be.
///
/// References multiply: forty lines are enough for a value that no machine can hold. The budget is for all keys
/// together, so that a file cannot get it anew with every key.
public struct ExpansionBudget: Hashable, Sendable {
    /// The most bytes that one value may have.
    public var valueBytes: Int
    /// The most bytes that may be put together in the whole run.
    public var totalBytes: Int
    /// The most steps that may be taken in the whole run, besides those that reading the values takes.
    public var steps: Int
    /// The steps that may be taken in addition for each byte of the values as they are written.
    public var stepsPerByte: Int

    /// Creates a budget; the defaults are far above what any file of use needs.
    public init(
        valueBytes: Int = 16 << 20,
        totalBytes: Int = 512 << 20,
        steps: Int = 4_000_000,
        stepsPerByte: Int = 16
    ) {
        self.valueBytes = valueBytes
        self.totalBytes = totalBytes
        self.steps = steps
        self.stepsPerByte = stepsPerByte
    }
}
