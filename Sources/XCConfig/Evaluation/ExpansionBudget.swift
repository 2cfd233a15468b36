/// Limits for the work of resolving all values of one run.
///
/// References multiply: forty lines are enough for a value that doesn't fit in any memory. All keys share the budget, so
/// that a file doesn't get more of it by having more keys. The defaults are far above what useful files need.
package struct ExpansionBudget: Hashable, Sendable {
    /// The maximum size of one value, in bytes.
    package var valueBytes = 16 << 20
    /// The maximum number of bytes that references may add in the whole run.
    package var totalBytes = 512 << 20
    /// The maximum number of steps in the whole run, apart from those for reading the values.
    package var steps = 4_000_000
    /// Additional steps for each byte of the unresolved values.
    package var stepsPerByte = 16
}

/// Counts what is used of an ``ExpansionBudget``.
struct BudgetMeter: Sendable {
    let budget: ExpansionBudget
    /// Whether nothing is counted, as for values without references.
    var isFree = false

    private let stepLimit: Int
    private var bytes = 0
    private var steps = 0

    /// Creates a meter with the whole budget left, for values that have this size before they are resolved.
    init(_ budget: ExpansionBudget, textBytes: Int) {
        self.budget = budget
        stepLimit = budget.steps + budget.stepsPerByte * textBytes
    }

    /// Spends steps, and bytes that are appended to a value; `false` when the budget is exceeded.
    mutating func spend(steps moreSteps: Int, bytes moreBytes: Int) -> Bool {
        if isFree { return true }
        steps += moreSteps
        bytes += moreBytes
        return steps <= stepLimit && bytes <= budget.totalBytes
    }
}
