public import Synchronization

/// A call to be made outside every lock, in the order that was decided inside.
@usableFromInline
enum Delivery<B: StateSource>: Sendable {
    /// Deliver a state to these subscribers.
    case state(B.State, to: [Subscriber<B.State>])
    /// Call the observers.
    case hook(HookCall<B>)
    /// Resolve the receipt of an event, and release the event.
    case receipt(EventJob<B>, Outcome, of: B.Event?)
    /// Anything else.
    case call(@Sendable () -> Void)
}

/// One call of the hooks.
@usableFromInline
enum HookCall<B: StateSource>: Sendable {
    case created
    case event(B.Event, EventContext)
    case started(B.Event, EventContext)
    case transition(Transition<B.Event, B.State>)
    case done(B.Event, EventContext, Outcome)
    case dropped(B.Event, EventContext, DropReason)
    case error(any Error, B.Event?, EventContext?)
    /// A work started, or ended with an outcome.
    case work(BlocWork, Outcome?)
    case lateEmit(B.State, EventContext)
    case effect(B.Effect, EventContext?)
    case closed(byOwner: Bool)

    /// Calls each observer.
    @inlinable
    func perform(_ id: BlocID, _ observers: [any BlocObserver]) {
        switch self {
        case .created:
            for observer in observers { observer.onCreate(id) }
        case .event(let event, let context):
            for observer in observers { observer.onEvent(id, event, context) }
        case .started(let event, let context):
            for observer in observers where observer.observesStarts { observer.onStart(id, event, context) }
        case .transition(let transition):
            let erased = AnyTransition(transition)
            for observer in observers { observer.onTransition(id, erased) }
        case .done(let event, let context, let outcome):
            for observer in observers { observer.onDone(id, event, context, outcome) }
        case .dropped(let event, let context, let reason):
            for observer in observers { observer.onDropped(id, event, context, reason) }
        case .error(let error, let event, let context):
            for observer in observers { observer.onError(id, error, event, context) }
        case .work(let work, let outcome):
            for observer in observers { observer.onWork(id, work, outcome) }
        case .lateEmit(let state, let context):
            for observer in observers { observer.onLateEmit(id, state, context) }
        case .effect(let effect, let context):
            for observer in observers { observer.onEffect(id, effect, context) }
        case .closed(let byOwner):
            for observer in observers { observer.onClose(id, byOwner: byOwner) }
        }
    }
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
    ///
    /// A bloc without hooks queues no calls of hooks.
    @inlinable
    func post(_ delivery: Delivery<B>, _ state: inout CoreState<B>) {
        if case .hook = delivery, !hasHooks { return }
        state.deliveries.append(delivery)
    }

    @inlinable
    func perform(_ delivery: Delivery<B>) {
        switch delivery {
        case .state(let state, let subscribers): for subscriber in subscribers { subscriber.deliver(state) }
        case .hook(let call): call.perform(id, withLock { $0.observers })
        case .receipt(let job, let outcome, _): job.resolve(outcome)
        case .call(let body): body()
        }
    }
}
