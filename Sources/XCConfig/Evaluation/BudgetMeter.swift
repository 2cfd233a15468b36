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
