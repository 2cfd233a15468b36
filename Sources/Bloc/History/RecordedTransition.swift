/// A transition of a bloc as it was recorded, read back from an event log.
public struct RecordedTransition<Event: Sendable, State: Equatable & Sendable>: Sendable {
    /// The number of the record in the log.
    public let sequence: UInt64
    /// The record that led to this one, if any.
    public let cause: UInt64?
    /// The event; `nil` when none triggered the transition.
    public let event: Event?
    /// The state after the transition.
    public let state: State

    /// Creates a recorded transition.
    public init(sequence: UInt64, cause: UInt64?, event: Event?, state: State) {
        self.sequence = sequence
        self.cause = cause
        self.event = event
        self.state = state
    }
}
