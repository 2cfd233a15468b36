/// A rule that needs to know only whether its lane is idle, so that no lists are built for it.
protocol IdlenessRule: ConcurrencyRule {
    func decision(isIdle: Bool) -> LaneDecision
}

extension IdlenessRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        decision(isIdle: situation.running.isEmpty && situation.waiting.isEmpty)
    }
}

/// Starts every handler at once.
struct ConcurrentRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        .start
    }
}

/// Handles one event at a time, in order.
struct SequentialRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        .queue
    }
}

/// Drops an event that arrives while another runs or waits.
struct DroppableRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        isIdle ? .start : .drop
    }
}

/// Cancels running and waiting events, then starts the arriving one.
struct RestartableRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        .start.cancelling(situation.running + situation.waiting)
    }
}

extension EventPolicy {
    /// Asks the rule about an event that arrives in a lane.
    @usableFromInline
    func decision(on arriving: UInt64, in lane: LaneStateMachine, mark: ThreadMark) -> LaneDecision {
        if let rule = idlenessRule { return rule.decision(isIdle: lane.isIdle) }
        let situation = LaneSituation(arriving: arriving, running: lane.running, waiting: lane.waiting)
        mark.enterUserCode()
        defer { mark.leaveUserCode() }
        return rule.decision(in: situation)
    }

    /// Whether an event that arrives in an idle lane starts, whatever it is.
    @usableFromInline
    var startsWhenIdle: Bool { idlenessRule != nil || rule is RestartableRule }

    /// Why the rule drops events.
    @usableFromInline
    var dropReason: DropReason { rule is DroppableRule ? .busy : .policy }
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

    var isDebounce: Bool {
        if case .debounced = self { true } else { false }
    }
}
