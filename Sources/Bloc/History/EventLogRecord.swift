/// A transition as an ``EventLog`` tells it.
public struct EventLogRecord: Sendable {
    /// The number of the record in the log, counted on over all blocs.
    public let sequence: UInt64
    /// The record that led to this one: the one before it of the same event, else the last of the event that caused this one;
    /// `nil` when the event came from outside.
    public let cause: UInt64?
    /// The name of the bloc.
    public let bloc: String

    private let sentEvent: (any Sendable)?
    private let sentState: any Sendable

    /// The event; `nil` for an undo, a redo, a restored state, or a method of a cubit.
    public var event: (any Encodable)? { sentEvent as? any Encodable }

    /// The state after the transition.
    public var state: (any Encodable)? { sentState as? any Encodable }

    /// Creates a record of what is `Encodable`.
    init(sequence: UInt64, cause: UInt64?, bloc: String, event: (any Sendable)?, state: any Sendable) {
        self.sequence = sequence
        self.cause = cause
        self.bloc = bloc
        sentEvent = event
        sentState = state
    }
}
