/// What came of restoring a state.
struct RestoredState<State: Sendable>: Sendable {
    /// The restored state; `nil` when there was none, or none that could be used.
    var state: State?
    /// What is to be reported.
    var error: HydrationError?
    /// Whether states may be saved: not over data that a newer program wrote or that could not be read.
    var isSaving = true
}
