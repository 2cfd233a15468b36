/// Limits for the work of resolving all values of one run.
///
/// References multiply: forty lines suffice for a value that fits in no memory. The budget is for all keys together, so
/// that more keys do not give a file more of it.
public struct ExpansionBudget: Hashable, Sendable {
    /// The most bytes of one value.
    public var valueBytes: Int
    /// The most bytes that references may add in the whole run.
    public var totalBytes: Int
    /// The most steps in the whole run, apart from those for reading the values.
    public var steps: Int
    /// Additional steps for each byte of the unresolved values.
    public var stepsPerByte: Int

    /// Creates a budget; the defaults are far above the needs of useful files.
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

/// Counts the use of an ``ExpansionBudget``.
struct BudgetMeter: Sendable {
    enum Answer: Sendable {
        case granted
        case valueTooLong
        case spent
    }

    let budget: ExpansionBudget
    /// Whether nothing is counted, for values without references.
    var isFree = false

    private let stepLimit: Int
    private var bytes = 0
    private var steps = 0

    /// Creates a meter with the whole budget left.
    ///
    /// - Parameters:
    ///   - budget: The budget.
    ///   - textBytes: The size of the unresolved values.
    init(_ budget: ExpansionBudget, textBytes: Int) {
        self.budget = budget
        stepLimit = budget.steps + budget.stepsPerByte * textBytes
    }

    /// Spends steps; `false` when the budget is exceeded.
    mutating func spend(steps count: Int) -> Bool {
        if isFree { return true }
        steps += count
        return steps <= stepLimit && bytes <= budget.totalBytes
    }

    /// Spends bytes that are appended to a value of `present` bytes.
    mutating func spend(bytes count: Int, onTopOf present: Int) -> Answer {
        if isFree { return .granted }
        guard present + count <= budget.valueBytes else { return .valueTooLong }
        bytes += count
        return bytes <= budget.totalBytes ? .granted : .spent
    }
}
