public import Synchronization

/// A call to be made outside every lock, in the order that was decided inside.
@usableFromInline
enum Delivery<B: StateSource>: Sendable {
    /// Deliver a state to these subscribers.
    case state(B.State, to: [Subscriber<B.State>])
    /// Call the observers.
    case hook(@Sendable (any BlocObserver, BlocID) -> Void)
    /// Resolve the receipt of an event, and release the event.
    case receipt(EventJob<B>, Outcome, of: B.Event?)
    /// Anything else.
    case call(@Sendable () -> Void)
}

/// A receiver of states.
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

    /// Delivers a state, unless the subscription was cancelled.
    @inlinable
    func deliver(_ state: State) {
        guard !isCancelled.load(ordering: .acquiring) else { return }
        body(state)
    }

    func cancel() { isCancelled.store(true, ordering: .releasing) }
}

extension BlocCore {
    /// Queues a call to be made outside the lock.
    @inlinable
    func post(_ delivery: Delivery<B>, _ state: inout CoreState<B>) { state.deliveries.append(delivery) }

    /// Queues a call of the observers, if there are any.
    func postHook(_ state: inout CoreState<B>, _ call: @escaping @Sendable (any BlocObserver, BlocID) -> Void) {
        if hasHooks { state.deliveries.append(.hook(call)) }
    }

    @inlinable
    func perform(_ delivery: Delivery<B>) {
        switch delivery {
        case .state(let state, let subscribers): for subscriber in subscribers { subscriber.deliver(state) }
        case .hook(let call): for observer in withLock({ $0.observers }) { call(observer, id) }
        case .receipt(let job, let outcome, _): job.resolve(outcome)
        case .call(let body): body()
        }
    }
}
