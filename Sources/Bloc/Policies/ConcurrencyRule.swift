/// Decides how the handlers of one lane overlap.
///
/// A rule is a value that decides from values: it sees the numbers of the events that run and wait in its lane, and
/// answers what is to become of the arriving one. It runs under the lock of the bloc: it must be quick and must not touch a
/// bloc.
///
/// ```swift
/// /// At most two at once; what comes then is dropped.
/// struct AtMostTwo: ConcurrencyRule {
///     func decision(in situation: LaneSituation) -> LaneDecision {
///         situation.running.count < 2 ? .start : .drop
///     }
/// }
/// ```
public protocol ConcurrencyRule: Sendable {
    /// Decides what is to become of the arriving event.
    func decision(in situation: LaneSituation) -> LaneDecision
}

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
