public import Synchronization

/// A call to be made outside every lock, in the order decided inside.
///
/// Not generic over the bloc: unspecialized code queues it, for which a generic queue would take twice as long.
@usableFromInline
enum Delivery: Sendable {
    /// Call the observers.
    case hook(@Sendable (any BlocObserver, BlocID) -> Void)
    /// Resolve the receipt of an event, and release the event.
    case receipt(Job, Outcome)
    /// Anything else.
    case call(@Sendable () -> Void)
}

/// A receiver of states.
@usableFromInline
final class Subscriber<State: Sendable>: Sendable {
    @usableFromInline
    let body: @Sendable (State) -> Void
    let onEnd: (@Sendable () -> Void)?
    /// Whether the runtime itself subscribed; reports don't count those.
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
    /// Queues a delivery of the current state.
    @usableFromInline
    func postState(to subscribers: [Subscriber<B.State>], _ state: inout CoreState<B>) {
        let current = state.state
        state.deliveries.append(.call { for subscriber in subscribers { subscriber.deliver(current) } })
    }

    /// Queues a call to the observers, if there are any.
    func postHook(_ state: inout CoreState<B>, _ call: @escaping @Sendable (any BlocObserver, BlocID) -> Void) {
        if hasHooks { state.deliveries.append(.hook(call)) }
    }

    @inlinable
    func perform(_ delivery: Delivery) {
        switch delivery {
        case .hook(let call): for observer in withLock({ $0.observers }) { call(observer, id) }
        case .receipt(let job, let outcome):
            // Calls contain only events of this bloc. Nothing else uses the event of a job that has ended.
            let event = unsafeDowncast(job, to: EventJob<B>.self).event.take()
            for waiter in job.resolve(outcome) { waiter(outcome) }
            withExtendedLifetime(event) {}
        case .call(let body): body()
        }
    }
}
