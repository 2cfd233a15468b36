/// Calls a closure on the main actor with states that any thread publishes, in their order.
final class MainDelivery<State: Sendable>: Sendable {
    private struct Guarded {
        var states = Queue<State>()
        /// Whether a call is in progress, or a task on the main actor will make the next one.
        var isBusy: Bool
        var isOver = false
    }

    private let guarded: Lock<Guarded>
    private let body: @MainActor (State) -> Void

    /// Creates a delivery that makes its first call when ``begin(with:)`` is called.
    init(_ body: @escaping @MainActor (State) -> Void) {
        self.body = body
        guarded = Lock(Guarded(isBusy: true))
    }

    /// Calls the closure with the first state, at once if this is the main actor.
    func begin(with first: State) {
        guard MainQueue.isCurrent else {
            Task.detached { @MainActor in self.call(first) }
            return
        }
        MainActor.assumeIsolated { call(first) }
    }

    /// Takes in a state; the call is made before this returns if this is the main actor and no call is due.
    func arrived(_ state: State) {
        let begins = guarded.withLock { guarded in
            guard !guarded.isOver else { return false }
            guarded.states.append(state)
            defer { guarded.isBusy = true }
            return !guarded.isBusy
        }
        guard begins else { return }
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { callAll() }
        } else {
            Task.detached { @MainActor in self.callAll() }
        }
    }

    /// Ends the calls: no new one starts.
    func cancel() {
        let dropped = guarded.withLock { guarded in
            guarded.isOver = true
            return guarded.states.removeAll()
        }
        withExtendedLifetime(dropped) {}
    }

    @MainActor
    private func call(_ first: State) {
        if guarded.withLock({ !$0.isOver }) { body(first) }
        callAll()
    }

    @MainActor
    private func callAll() {
        while let state = next() { body(state) }
    }

    private func next() -> State? {
        guarded.withLock { guarded in
            if let state = guarded.states.popFirst() { return state }
            guarded.isBusy = false
            return nil
        }
    }
}
