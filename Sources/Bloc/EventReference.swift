/// Names one event of one bloc: the bloc and the number that the event has there.
public struct EventReference: Hashable, Sendable, CustomStringConvertible {
    /// The bloc that accepted the event.
    public let bloc: BlocID
    /// The number of the event in that bloc, counted from 1 in the order of acceptance.
    public let sequence: UInt64

    /// Names an event.
    public init(bloc: BlocID, sequence: UInt64) {
        self.bloc = bloc
        self.sequence = sequence
    }

    /// The bloc and the number: `CounterBloc#3/17`.
    public var description: String { "\(bloc)/\(sequence)" }
}
