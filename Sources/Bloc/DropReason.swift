/// Why an event was not handled.
public enum DropReason: Hashable, Sendable {
    /// The bloc was closed or closing.
    case closed
    /// No handler takes such an event.
    case unhandled
    /// The bounded mailbox was full.
    case overflow
    /// A handler was running in a droppable lane.
    case busy
    /// A later event replaced it within the debounce time.
    case debounced
    /// It came within the throttle time after another.
    case throttled
    /// A custom rule dropped it.
    case policy
}
