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

extension Policy {
    /// Asks the rule about an event that arrives in a lane.
    func decision(on arriving: UInt64, in lane: LaneStateMachine?) -> LaneDecision {
        let isIdle = lane?.isIdle ?? true
        if let builtIn, builtIn != .restartable || isIdle { return builtIn.decision(isIdle: isIdle) }
        let situation = LaneSituation(arriving: arriving, running: lane?.running ?? [], waiting: lane?.waiting ?? [])
        return ThreadMark.current.underLock { rule.decision(in: situation) }
    }

    /// Whether an event passes at once and starts in an idle lane, whatever it is.
    var isPlain: Bool { builtIn != nil && arrival == .immediate }

    var dropReason: DropReason { builtIn == .droppable ? .busy : .policy }
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
