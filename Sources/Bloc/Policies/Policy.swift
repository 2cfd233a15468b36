/// A policy as the runtime works with it: a rule, and what stands in front of its lane.
@usableFromInline
final class Policy: Sendable {
    let rule: any ConcurrencyRule
    /// The rule, if it is one of the library.
    let builtIn: BuiltInRule?
    let lane: Lane?
    @usableFromInline
    let arrival: Arrival
    /// Whether an event passes at once and starts in an idle lane, whatever it is.
    let isPlain: Bool

    init(_ rule: any ConcurrencyRule, lane: Lane? = nil, arrival: Arrival = .immediate) {
        self.rule = rule
        self.lane = lane
        self.arrival = arrival
        builtIn = rule as? BuiltInRule
        isPlain = builtIn != nil && arrival == .immediate
    }

    @usableFromInline static let concurrent = Policy(BuiltInRule.concurrent)
    static let sequential = Policy(BuiltInRule.sequential)
    static let droppable = Policy(BuiltInRule.droppable)
    static let restartable = Policy(BuiltInRule.restartable)

    /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
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

/// The rules of the library.
///
/// They need no lists of the events in the lane, apart from a restart that finds some.
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

    /// The decision in a lane of which it is known only whether it is idle; for a restart it must be.
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
    /// The event waits until no other has arrived for the time; a later one replaces it.
    case debounced(Duration)
    /// The event enters its lane unless another did so within the time before.
    case throttled(Duration)

    @usableFromInline
    var isThrottle: Bool {
        if case .throttled = self { true } else { false }
    }
}
