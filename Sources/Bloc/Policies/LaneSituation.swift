/// What a ``ConcurrencyRule`` decides from.
///
/// Events are named by their numbers in the bloc.
public struct LaneSituation: Hashable, Sendable {
    /// The event that arrives.
    public let arriving: UInt64
    /// The events whose handlers run, in the order in which they began.
    ///
    /// Cancelled handlers that still unwind do not count.
    public let running: [UInt64]
    /// The events that wait, in the order in which they arrived.
    public let waiting: [UInt64]

    /// Creates a situation, to test a rule with.
    public init(arriving: UInt64, running: [UInt64] = [], waiting: [UInt64] = []) {
        self.arriving = arriving
        self.running = running
        self.waiting = waiting
    }
}
