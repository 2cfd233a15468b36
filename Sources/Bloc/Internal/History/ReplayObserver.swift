/// Collects the transitions of a bloc that is replayed, and knows whether it is at rest.
final class ReplayObserver<Event: Sendable, State: Equatable & Sendable>: BlocObserver {
    private struct Guarded {
        var transitions: [ReplayedTransition<Event, State>] = []
        /// The events that were accepted and are not over.
        var open = 0
        var waiter: UnsafeContinuation<Void, Never>?
    }

    private let guarded = Lock(Guarded())

    /// Gives what came since this was asked last.
    func takeTransitions() -> [ReplayedTransition<Event, State>] {
        guarded.withLock { guarded in
            defer { guarded.transitions = [] }
            return guarded.transitions
        }
    }

    /// Waits until every accepted event is over, those that events added included: they are accepted before the event that
    /// adds them is over.
    func untilQuiet() async {
        await withUnsafeContinuation { continuation in
            let isQuiet = guarded.withLock { guarded in
                if guarded.open > 0 { guarded.waiter = continuation }
                return guarded.open == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        guarded.withLock { $0.open += 1 }
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        let waiter = guarded.withLock { guarded in
            guarded.open -= 1
            return guarded.open == 0 ? guarded.waiter.take() : nil
        }
        waiter?.resume()
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        guard let state = transition.next as? State else { return }
        var event: Event?
        if case .event(let any, _) = transition.trigger { event = any as? Event }
        guarded.withLock { $0.transitions.append(ReplayedTransition(event: event, state: state)) }
    }
}
