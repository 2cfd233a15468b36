/// A transition of a bloc whose types the observer does not know.
public struct AnyTransition: Sendable {
    /// The state before.
    public let current: any Sendable
    /// What made the state change.
    public let trigger: TransitionTrigger<any Sendable>
    /// The state after.
    public let next: any Sendable

    init<Event: Sendable, State: Sendable>(_ transition: Transition<Event, State>) {
        current = transition.current
        next = transition.next
        trigger =
            switch transition.trigger {
            case .event(let event, let context): .event(event, context)
            case .undo: .undo
            case .redo: .redo
            case .restore: .restore
            case .method: .method
            }
    }
}
