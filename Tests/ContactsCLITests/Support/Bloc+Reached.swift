import Bloc

extension Bloc {
    /// The first state from now on that fits; `nil` when the bloc closes before.
    func reached(_ fits: (State) -> Bool) async -> State? {
        for await state in states where fits(state) { return state }
        return nil
    }
}
