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

/// What was spent of an ``ExpansionBudget``.
struct BudgetMeter: Sendable {
    enum Answer: Sendable {
        case granted
        case valueTooLong
        case spent
    }

    let budget: ExpansionBudget
    /// Whether nothing is counted: for what costs no more than reading it did.
    var isFree = false

    private let stepLimit: Int
    private var bytes = 0
    private var steps = 0

    /// Starts at nothing.
    ///
    /// - Parameters:
    ///   - budget: What may be spent.
    ///   - textBytes: The size of the values as they are written.
    init(_ budget: ExpansionBudget, textBytes: Int) {
        self.budget = budget
        stepLimit = budget.steps + budget.stepsPerByte * textBytes
    }

    /// Asks for steps.
    mutating func spend(steps count: Int) -> Bool {
        if isFree { return true }
        steps += count
        return steps <= stepLimit && bytes <= budget.totalBytes
    }

    /// Asks for bytes that are added to a value.
    mutating func spend(bytes count: Int, onTopOf present: Int) -> Answer {
        if isFree { return .granted }
        guard present + count <= budget.valueBytes else { return .valueTooLong }
        bytes += count
        return bytes <= budget.totalBytes ? .granted : .spent
    }
}
