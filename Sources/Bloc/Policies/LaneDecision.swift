/// What a ``ConcurrencyRule`` wants done with an arriving event.
public struct LaneDecision: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        case start
        case queue
        case startAfter(Set<UInt64>)
        case drop
    }

    let step: Step
    let cancelled: [UInt64]

    private init(_ step: Step, cancelled: [UInt64] = []) {
        self.step = step
        self.cancelled = cancelled
    }

    /// Start the handler now.
    public static let start = LaneDecision(.start)

    /// Start the handler when nothing runs in the lane and everything that waited before has ended.
    public static let queue = LaneDecision(.queue)

    /// Drop the event.
    public static let drop = LaneDecision(.drop)

    /// Start the handler once these events have ended; numbers that are not in the lane count as ended.
    public static func start(after events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(.startAfter(Set(events)))
    }

    /// Cancel these running or waiting events first, then do as this decision says.
    public func cancelling(_ events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(step, cancelled: cancelled + Array(events))
    }
}
