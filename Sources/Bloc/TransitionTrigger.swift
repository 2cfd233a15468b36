/// What made a bloc change its state.
public enum TransitionTrigger<Event: Sendable>: Sendable {
    /// A handler of this event.
    case event(Event, EventContext)
    /// An undo.
    case undo
    /// A redo.
    case redo
    /// A state read from storage.
    case restore
    /// A method of a cubit.
    case method
}
