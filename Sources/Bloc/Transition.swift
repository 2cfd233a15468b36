/// A step of a state together with what triggered it.
public struct Transition<Event: Sendable, State: Sendable>: Sendable {
    /// The state before.
    public let current: State
    /// What made the state change.
    public let trigger: TransitionTrigger<Event>
    /// The state after.
    public let next: State

    /// Creates a transition.
    public init(current: State, trigger: TransitionTrigger<Event>, next: State) {
        self.current = current
        self.trigger = trigger
        self.next = next
    }

    /// The event, when an event triggered the transition.
    public var event: Event? {
        if case .event(let event, _) = trigger { event } else { nil }
    }
}
