/// A rule that needs to know no more than whether its lane is idle, so that nobody lists what runs and waits for it.
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

/// Drops what arrives while something runs or waits.
struct DroppableRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        isIdle ? .start : .drop
    }
}

/// Cancels what runs or waits, then starts the arriving one.
struct RestartableRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        .start.cancelling(situation.running + situation.waiting)
    }
}

/// What happens to an event between the mailbox and its lane.
enum Arrival: Hashable, Sendable {
    /// It goes on at once.
    case immediate
    /// It waits until no other has come for the time; a later one replaces it.
    case debounced(Duration)
    /// It goes on unless another went on within the time before.
    case throttled(Duration)
}
