/// A transition that came when a recording was replayed.
public struct ReplayedTransition<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The event that triggered it, if any.
    public let event: Event?
    /// The state after it.
    public let state: State
}
