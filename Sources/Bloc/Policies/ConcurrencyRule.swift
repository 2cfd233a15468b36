/// A rule that decides how the handlers of one lane overlap, from the numbers of its running and waiting events.
///
/// It runs under the lock of the bloc: it must be quick and must not touch a bloc.
///
/// ```swift
/// /// Runs at most two at once and drops the others.
/// struct AtMostTwo: ConcurrencyRule {
///     func decision(in situation: LaneSituation) -> LaneDecision {
///         situation.running.count < 2 ? .start : .drop
///     }
/// }
/// ```
public protocol ConcurrencyRule: Sendable {
    /// Decides what to do with the arriving event.
    func decision(in situation: LaneSituation) -> LaneDecision
}

/// The decision of a ``ConcurrencyRule`` on an arriving event.
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

    /// Starts the handler now.
    public static let start = LaneDecision(.start)

    /// Starts the handler when nothing runs in the lane and all earlier waiting events have ended.
    public static let queue = LaneDecision(.queue)

    /// Drops the event.
    public static let drop = LaneDecision(.drop)

    /// Starts the handler once these events have ended; numbers that are not in the lane count as ended.
    public static func start(after events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(.startAfter(Set(events)))
    }

    /// Cancels these running or waiting events first, then does as this decision says.
    public func cancelling(_ events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(step, cancelled: cancelled + Array(events))
    }
}

/// The situation in a lane, from which a ``ConcurrencyRule`` decides; events are identified by their numbers in the bloc.
public struct LaneSituation: Hashable, Sendable {
    /// The arriving event.
    public let arriving: UInt64
    /// The events whose handlers run, in the order in which they started, without cancelled ones that are still unwinding.
    public let running: [UInt64]
    /// The waiting events, in the order in which they arrived.
    public let waiting: [UInt64]

    /// Creates a situation, for the test of a rule.
    public init(arriving: UInt64, running: [UInt64] = [], waiting: [UInt64] = []) {
        self.arriving = arriving
        self.running = running
        self.waiting = waiting
    }
}
