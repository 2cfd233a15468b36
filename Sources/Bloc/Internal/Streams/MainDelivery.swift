/// The delivery of states from any thread to a closure on the main actor, in order.
final class MainDelivery<State: Sendable>: Sendable {
    private struct Guarded {
        /// The state to deliver before all others.
        var first: State?
        var states = Queue<State>()
        /// Whether a call is in progress, or scheduled in a task on the main actor.
        var isBusy = true
        var isOver = false
    }

    private let guarded = Lock(Guarded())
    private let body: @MainActor (State) -> Void

    /// Creates a delivery that makes its first call when ``begin(with:)`` is called.
    init(_ body: @escaping @MainActor (State) -> Void) { self.body = body }

    /// Calls the closure with the first state, immediately if this is the main actor.
    func begin(with first: State) {
        guarded.withLock { $0.first = first }
        callAll()
    }

    /// Queues a state; on the main actor the call is made before this returns, unless earlier calls are pending.
    func arrived(_ state: State) {
        let begins = guarded.withLock { guarded in
            guard !guarded.isOver else { return false }
            guarded.states.append(state)
            return !exchange(&guarded.isBusy, with: true)
        }
        if begins { callAll() }
    }

    /// Stops the calls: no new one starts.
    func cancel() {
        let dropped = guarded.withLock { guarded in
            guarded.isOver = true
            return (guarded.first.take(), exchange(&guarded.states, with: Queue()))
        }
        withExtendedLifetime(dropped) {}
    }

    private func callAll() {
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { while let state = next() { body(state) } }
        } else {
            Task.detached { @MainActor in while let state = self.next() { self.body(state) } }
        }
    }

    private func next() -> State? {
        guarded.withLock { guarded in
            if !guarded.isOver, let state = guarded.first.take() ?? guarded.states.popFirst() { return state }
            guarded.isBusy = false
            return nil
        }
    }
}
