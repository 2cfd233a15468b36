/// Why a value could not be resolved.
struct EvaluationFailure: Sendable {
    enum Reason: Sendable {
        case valueTooLong(Int)
        case budgetSpent
    }

    var reason: Reason
    /// The assignment that was being evaluated, as index of the table's nodes.
    var node: Int32
}
