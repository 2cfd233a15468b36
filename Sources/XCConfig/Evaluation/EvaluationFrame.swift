/// The evaluation of one assignment that waits for those of the keys it refers to.
struct EvaluationFrame {
    let node: Int32
    let key: Int32
    let isString: Bool
    /// Whether the key was looked up, rather than inherited from.
    let isFresh: Bool
    /// What the key was being evaluated with around this frame.
    let outer: Evaluator.Activity
    var nextStep: Int
    let endOfSteps: Int
    /// Whether something below met a key that was being evaluated already, so that the result holds only here.
    var isEntangled = false
}
