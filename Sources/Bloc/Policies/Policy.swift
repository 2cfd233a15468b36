/// A policy as the runtime uses it: a rule, and the debounce or throttle in front of its lane.
@usableFromInline
final class Policy: Sendable {
    let rule: any ConcurrencyRule
    /// The rule, if it is a built-in one.
    let builtIn: BuiltInRule?
    let lane: Lane?
    @usableFromInline
    let arrival: Arrival
    /// Whether every event passes immediately and starts if the lane is idle.
    let isPlain: Bool

    init(_ rule: any ConcurrencyRule, lane: Lane? = nil, arrival: Arrival = .immediate) {
        self.rule = rule
        self.lane = lane
        self.arrival = arrival
        builtIn = rule as? BuiltInRule
        isPlain = builtIn != nil && arrival == .immediate
    }

    // Created once and shared by all events.
    @usableFromInline static let concurrent = Policy(BuiltInRule.concurrent)
    static let sequential = Policy(BuiltInRule.sequential)
    static let droppable = Policy(BuiltInRule.droppable)
    static let restartable = Policy(BuiltInRule.restartable)

    /// Whether an arriving event also cancels older events that wait in a debounce in front of its lane.
    var cancelsDebounced: Bool { builtIn == .restartable }

    var dropReason: DropReason { builtIn == .droppable ? .busy : .policy }

    func arriving(_ arrival: Arrival) -> Policy { Policy(rule, lane: lane, arrival: arrival) }

    func lane(_ lane: Lane) -> Policy { Policy(rule, lane: lane, arrival: arrival) }

    /// Asks the rule about an event that arrives in a lane.
    func decision(on arriving: UInt64, in lane: LaneQueue) -> LaneDecision {
        if let builtIn, builtIn != .restartable || lane.isIdle { return builtIn.decision(isIdle: lane.isIdle) }
        let (running, waiting) = (lane.running.all.map(\.ticket), lane.waiting.all.map(\.ticket))
        let situation = LaneSituation(arriving: arriving, running: running, waiting: waiting)
        return ThreadMark.current.underLock { rule.decision(in: situation) }
    }
}

/// The built-in rules.
///
/// They don't need lists of the events in the lane, except for a restart that has events to cancel.
enum BuiltInRule: ConcurrencyRule {
    /// Starts every handler at once.
    case concurrent
    /// Handles one event at a time, in order.
    case sequential
    /// Drops an event that arrives while another runs or waits.
    case droppable
    /// Cancels running and waiting events, then starts the arriving one.
    case restartable

    func decision(in situation: LaneSituation) -> LaneDecision {
        let others = situation.running + situation.waiting
        return self == .restartable && !others.isEmpty ? .start.cancelling(others) : decision(isIdle: others.isEmpty)
    }

    /// Returns the decision, given only whether the lane is idle; for a restart, it must be.
    func decision(isIdle: Bool) -> LaneDecision {
        switch self {
        case .concurrent, .restartable: .start
        case .sequential: .queue
        case .droppable: isIdle ? .start : .drop
        }
    }
}

/// The passage of an event from the mailbox to its lane.
@usableFromInline
enum Arrival: Hashable, Sendable {
    /// The event enters its lane at once.
    case immediate
    /// The event waits until no other event has arrived for this time; a later event replaces it.
    case debounced(Duration)
    /// The event enters its lane unless another event did so during this time.
    case throttled(Duration)

    @usableFromInline
    var isThrottle: Bool {
        if case .throttled = self { true } else { false }
    }
}

/// A rule that decides how handlers of one lane may overlap, given the numbers of its running and waiting events.
///
/// It runs under the lock of the bloc: it must be quick and must not touch a bloc.
///
/// ```swift
/// /// Runs at most two at once and drops the rest.
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

    /// Starts the handler once nothing runs in the lane and all events that were waiting before it have ended.
    public static let queue = LaneDecision(.queue)

    /// Drops the event.
    public static let drop = LaneDecision(.drop)

    /// Starts the handler once these events have ended; numbers that aren't in the lane count as ended.
    public static func start(after events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(.startAfter(Set(events)))
    }

    /// Cancels these running or waiting events first, then applies this decision.
    public func cancelling(_ events: some Sequence<UInt64>) -> LaneDecision {
        LaneDecision(step, cancelled: cancelled + Array(events))
    }
}

/// The situation in a lane that a ``ConcurrencyRule`` decides on; events are identified by their numbers in the bloc.
public struct LaneSituation: Hashable, Sendable {
    /// The arriving event.
    public let arriving: UInt64
    /// The events whose handlers are running, in starting order, without cancelled handlers that are still unwinding.
    public let running: [UInt64]
    /// The waiting events, in order of arrival.
    public let waiting: [UInt64]

    /// Creates a situation, for testing a rule.
    public init(arriving: UInt64, running: [UInt64] = [], waiting: [UInt64] = []) {
        self.arriving = arriving
        self.running = running
        self.waiting = waiting
    }
}
