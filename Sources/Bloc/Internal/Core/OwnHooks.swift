/// The hooks that a bloc registers for itself in its builder.
struct OwnHooks<B: StateSource>: Sendable {
    var onCreate: (@Sendable () -> Void)?
    var onEvent: (@Sendable (B.Event, EventContext) -> Void)?
    var onTransition: (@Sendable (Transition<B.Event, B.State>) -> Void)?
    var onChange: (@Sendable (Change<B.State>, EventContext?) -> Void)?
    var onDone: (@Sendable (B.Event, EventContext, Outcome) -> Void)?
    var onDropped: (@Sendable (B.Event, EventContext, DropReason) -> Void)?
    var onError: (@Sendable (any Error, B.Event?, EventContext?) -> Void)?
    var onLateEmit: (@Sendable (B.State, EventContext) -> Void)?
    var onEffect: (@Sendable (B.Effect, EventContext?) -> Void)?
    var onClose: (@Sendable (Bool) -> Void)?

    var isEmpty: Bool {
        onCreate == nil && onEvent == nil && onTransition == nil && onChange == nil && onDone == nil && onDropped == nil
            && onError == nil && onLateEmit == nil && onEffect == nil && onClose == nil
    }
}
