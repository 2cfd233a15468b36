/// A change of the state with its trigger, as observers of any bloc get it.
public struct AnyTransition: Sendable {
    /// The previous state.
    public let current: any Sendable
    /// The trigger of the change.
    public let trigger: TransitionTrigger
    /// The new state.
    public let next: any Sendable
}

/// The trigger of a state change.
public enum TransitionTrigger: Sendable {
    /// A handler of this event.
    case event(any Sendable, EventContext)
    /// Work that belongs to a state.
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
