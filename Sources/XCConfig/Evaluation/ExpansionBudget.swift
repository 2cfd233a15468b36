/// Limits on the work of resolving all values in one run.
///
/// References multiply: forty lines are enough for a value that exceeds any memory. All keys share the budget, so that
/// a file can't get more by having more keys. The defaults are far above what useful files need.
package struct ExpansionBudget: Hashable, Sendable {
    /// The maximum size of a value, in bytes.
    package var valueBytes = 16 << 20
    /// The maximum number of bytes that references may add in the whole run.
    package var totalBytes = 512 << 20
    /// The maximum number of steps in the whole run, not counting the steps for reading the values.
    package var steps = 4_000_000
    /// Additional steps for each byte of the unresolved values.
    package var stepsPerByte = 16
}

/// Tracks how much of an ``ExpansionBudget`` has been used.
struct BudgetMeter: Sendable {
    let budget: ExpansionBudget
    /// Whether usage isn't counted, as for values without references.
    var isFree = false

    private let stepLimit: Int
    private var bytes = 0
    private var steps = 0

    /// Creates a meter with the full budget, given the total size of the unresolved values.
    init(_ budget: ExpansionBudget, textBytes: Int) {
        self.budget = budget
        stepLimit = budget.steps + budget.stepsPerByte * textBytes
    }

    /// Spends steps, and bytes that are appended to a value; `false` if the budget is exceeded.
    mutating func spend(steps moreSteps: Int, bytes moreBytes: Int) -> Bool {
        if isFree { return true }
        steps += moreSteps
        bytes += moreBytes
        return steps <= stepLimit && bytes <= budget.totalBytes
    }
}
