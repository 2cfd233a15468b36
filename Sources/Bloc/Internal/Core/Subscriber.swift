public import Synchronization

/// Somebody who is told of states.
@usableFromInline
final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline
    let body: @Sendable (State) -> Void
    let onEnd: (@Sendable () -> Void)?
    /// Whether the runtime itself subscribed, which reports do not count.
    let isOfRuntime: Bool
    @usableFromInline
    let isCancelled = Atomic<Bool>(false)

    init(isOfRuntime: Bool = false, onEnd: (@Sendable () -> Void)? = nil, body: @escaping @Sendable (State) -> Void) {
        self.isOfRuntime = isOfRuntime
        self.body = body
        self.onEnd = onEnd
    }

    /// Tells of a state, unless the subscription was cancelled.
    @inlinable
    func deliver(_ state: State) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
        body(state)
    }

    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }
}
