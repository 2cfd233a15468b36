/// A call of the hooks.
@usableFromInline
enum HookCall<B: StateSource>: Sendable {
    case created
    case event(B.Event, EventContext)
    case transition(Transition<B.Event, B.State>)
    case done(B.Event, EventContext, Outcome)
    case dropped(B.Event, EventContext, DropReason)
    case error(any Error, B.Event?, EventContext?)
    case lateEmit(B.State, EventContext)
    case effect(B.Effect, EventContext?)
    case closed(byOwner: Bool)
}
