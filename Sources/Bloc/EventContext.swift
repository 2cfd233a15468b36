/// Which event a hook speaks of, and which event caused it.
public struct EventContext: Hashable, Sendable {
    /// The number of the event in its bloc, counted from 1 in the order of acceptance.
    public let sequence: UInt64
    /// The event whose handler added this one through its emitter; `nil` for an event from outside.
    public let cause: EventReference?

    /// Creates a context.
    public init(sequence: UInt64, cause: EventReference? = nil) {
        self.sequence = sequence
        self.cause = cause
    }
}
