import Bloc

extension Bloc {
    /// The state after an event was taken in, which another thread may do.
    func state(after event: Event) async -> State {
        _ = await add(event).outcome
        return state
    }

    /// The first state from now on that fits; `nil` when the bloc closes before.
    func reached(_ fits: (State) -> Bool) async -> State? {
        for await state in states where fits(state) { return state }
        return nil
    }
}
