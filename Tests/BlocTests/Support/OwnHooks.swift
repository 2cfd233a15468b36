import Bloc

/// A transition with the type of its states.
typealias OwnTransition<State> = (current: State, trigger: TransitionTrigger, next: State)

/// An observer of closures that get the types of their bloc, for one bloc's own observer.
struct OwnHooks<B: StateSource>: BlocObserver {
    var event: (@Sendable (B.Event, EventContext) -> Void)?
    var transition: (@Sendable (OwnTransition<B.State>) -> Void)?
    var done: (@Sendable (B.Event, EventContext, Outcome) -> Void)?
    var error: (@Sendable (any Error, B.Event?, EventContext?) -> Void)?
    var lateEmit: (@Sendable (B.State, EventContext) -> Void)?
    var effect: (@Sendable (B.Effect, EventContext?) -> Void)?
    var close: (@Sendable (Bool) -> Void)?

    func onEvent(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext) {
        self.event?(typed(event), context)
    }

    func onTransition(_ bloc: BlocID, _ transition: AnyTransition) {
        self.transition?((typed(transition.current), transition.trigger, typed(transition.next)))
    }

    func onDone(_ bloc: BlocID, _ event: any Sendable, _ context: EventContext, _ outcome: Outcome) {
        done?(typed(event), context, outcome)
    }

    func onError(_ bloc: BlocID, _ error: any Error, _ event: (any Sendable)?, _ context: EventContext?) {
        self.error?(error, event.map { typed($0) }, context)
    }

    func onLateEmit(_ bloc: BlocID, _ state: any Sendable, _ context: EventContext) {
        lateEmit?(typed(state), context)
    }

    func onEffect(_ bloc: BlocID, _ effect: any Sendable, _ context: EventContext?) {
        self.effect?(typed(effect), context)
    }

    func onClose(_ bloc: BlocID, byOwner: Bool) { close?(byOwner) }

    private func typed<Value>(_ value: any Sendable) -> Value {
        guard let value = value as? Value else {
            fatalError("\(B.self) reported a \(type(of: value)), not a \(Value.self)")
        }
        return value
    }
}

extension BlocBuilder {
    mutating func onEvent(_ hook: @escaping @Sendable (B.Event, EventContext) -> Void) { own { $0.event = hook } }

    mutating func onTransition(_ hook: @escaping @Sendable (OwnTransition<B.State>) -> Void) {
        own { $0.transition = hook }
    }

    mutating func onDone(_ hook: @escaping @Sendable (B.Event, EventContext, Outcome) -> Void) {
        own { $0.done = hook }
    }

    mutating func onError(_ hook: @escaping @Sendable (any Error, B.Event?, EventContext?) -> Void) {
        own { $0.error = hook }
    }

    mutating func onLateEmit(_ hook: @escaping @Sendable (B.State, EventContext) -> Void) { own { $0.lateEmit = hook } }

    mutating func onEffect(_ hook: @escaping @Sendable (B.Effect, EventContext?) -> Void) { own { $0.effect = hook } }

    mutating func onClose(_ hook: @escaping @Sendable (Bool) -> Void) { own { $0.close = hook } }

    private mutating func own(_ change: (inout OwnHooks<B>) -> Void) {
        var own = observer as? OwnHooks<B> ?? OwnHooks()
        change(&own)
        observer = own
    }
}
