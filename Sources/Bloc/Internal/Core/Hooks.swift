/// The hooks of a bloc: its own, then those of observers.
@usableFromInline
final class HookSet<B: StateSource>: Sendable {
    @usableFromInline
    struct Guarded {
        @usableFromInline
        var own: OwnHooks<B>
        @usableFromInline
        let observers: [any BlocObserver]
    }

    @usableFromInline
    let id: BlocID
    @usableFromInline
    let guarded: Lock<Guarded>
    /// Whether an observer asks for the starts of handlers.
    @usableFromInline
    let hearsStarts: Bool

    init(id: BlocID, own: OwnHooks<B>, observers: [any BlocObserver]) {
        self.id = id
        guarded = Lock(Guarded(own: own, observers: observers))
        hearsStarts = observers.contains { $0.observesStarts }
    }

    /// Releases the bloc's own hooks.
    ///
    /// Observers stay: events that arrive after the close are reported to them.
    @usableFromInline
    func releaseOwn() {
        let own = guarded.withLock { guarded in
            let own = guarded.own
            guarded.own = OwnHooks()
            return own
        }
        withExtendedLifetime(own) {}
    }

    @inlinable
    func perform(_ call: HookCall<B>) {
        let (own, observers) = guarded.withLock { ($0.own, $0.observers) }
        switch call {
        case .created:
            own.onCreate?()
            for observer in observers { observer.onCreate(id) }
        case .event(let event, let context):
            own.onEvent?(event, context)
            for observer in observers { observer.onEvent(id, event, context) }
        case .started(let event, let context):
            for observer in observers where observer.observesStarts { observer.onStart(id, event, context) }
        case .transition(let transition):
            perform(transition, own, observers)
        case .done(let event, let context, let outcome):
            own.onDone?(event, context, outcome)
            for observer in observers { observer.onDone(id, event, context, outcome) }
        case .dropped(let event, let context, let reason):
            own.onDropped?(event, context, reason)
            for observer in observers { observer.onDropped(id, event, context, reason) }
        case .error(let error, let event, let context):
            own.onError?(error, event, context)
            for observer in observers { observer.onError(id, error, event, context) }
        case .lateEmit(let state, let context):
            own.onLateEmit?(state, context)
            for observer in observers { observer.onLateEmit(id, state, context) }
        case .effect(let effect, let context):
            own.onEffect?(effect, context)
            for observer in observers { observer.onEffect(id, effect, context) }
        case .closed(let byOwner):
            own.onClose?(byOwner)
            for observer in observers { observer.onClose(id, byOwner: byOwner) }
        }
    }

    @inlinable
    func perform(
        _ transition: Transition<B.Event, B.State>,
        _ own: OwnHooks<B>,
        _ observers: [any BlocObserver]
    ) {
        own.onTransition?(transition)
        if !observers.isEmpty {
            let erased = AnyTransition(transition)
            for observer in observers { observer.onTransition(id, erased) }
        }
        let change = Change(current: transition.current, next: transition.next)
        var context: EventContext?
        if case .event(_, let eventContext) = transition.trigger { context = eventContext }
        own.onChange?(change, context)
        guard !observers.isEmpty else { return }
        let erased = Change<any Sendable>(current: transition.current, next: transition.next)
        for observer in observers { observer.onChange(id, erased, context) }
    }
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
    case lateEmit(B.State, EventContext)
    case effect(B.Effect, EventContext?)
    case closed(byOwner: Bool)
}

/// The hooks that a bloc registers for itself in its builder.
@usableFromInline
struct OwnHooks<B: StateSource>: Sendable {
    @usableFromInline
    var onCreate: (@Sendable () -> Void)?
    @usableFromInline
    var onEvent: (@Sendable (B.Event, EventContext) -> Void)?
    @usableFromInline
    var onTransition: (@Sendable (Transition<B.Event, B.State>) -> Void)?
    @usableFromInline
    var onChange: (@Sendable (Change<B.State>, EventContext?) -> Void)?
    @usableFromInline
    var onDone: (@Sendable (B.Event, EventContext, Outcome) -> Void)?
    @usableFromInline
    var onDropped: (@Sendable (B.Event, EventContext, DropReason) -> Void)?
    @usableFromInline
    var onError: (@Sendable (any Error, B.Event?, EventContext?) -> Void)?
    @usableFromInline
    var onLateEmit: (@Sendable (B.State, EventContext) -> Void)?
    @usableFromInline
    var onEffect: (@Sendable (B.Effect, EventContext?) -> Void)?
    @usableFromInline
    var onClose: (@Sendable (Bool) -> Void)?

    @inlinable
    var isEmpty: Bool {
        onCreate == nil && onEvent == nil && onTransition == nil && onChange == nil && onDone == nil && onDropped == nil
            && onError == nil && onLateEmit == nil && onEffect == nil && onClose == nil
    }
}
