/// A change of the state, with its trigger.
public struct Transition<Event: Sendable, State: Sendable>: Sendable {
    /// The state before.
    public let current: State
    /// The trigger of the change.
    public let trigger: TransitionTrigger<Event>
    /// The state after.
    public let next: State

    /// Creates a transition.
    package init(current: State, trigger: TransitionTrigger<Event>, next: State) {
        self.current = current
        self.trigger = trigger
        self.next = next
    }

    /// The event, when an event triggered the transition.
    public var event: Event? {
        if case .event(let event, _) = trigger { event } else { nil }
    }
}

/// The trigger of a change of the state.
public enum TransitionTrigger<Event: Sendable>: Sendable {
    /// A handler of this event.
    case event(Event, EventContext)
    /// A work that belongs to a state.
    case work(BlocWork)
    /// An undo.
    case undo
    /// A redo.
    case redo
    /// A state read from storage.
    case restore
    /// A method of a cubit.
    case method
}

/// A transition with erased types, for observers of any bloc.
public struct AnyTransition: Sendable {
    /// The state before.
    public let current: any Sendable
    /// The trigger of the change.
    public let trigger: TransitionTrigger<any Sendable>
    /// The state after.
    public let next: any Sendable

    @usableFromInline
    init<Event: Sendable, State: Sendable>(_ transition: Transition<Event, State>) {
        current = transition.current
        next = transition.next
        trigger =
            switch transition.trigger {
            case .event(let event, let context): .event(event, context)
            case .work(let work): .work(work)
            case .undo: .undo
            case .redo: .redo
            case .restore: .restore
            case .method: .method
            }
    }
}
