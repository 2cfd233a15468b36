/// A rule that needs to know no more than whether its lane is idle, so that nobody lists what runs and waits for it.
protocol IdlenessRule: ConcurrencyRule {
    func decision(isIdle: Bool) -> LaneDecision
}

extension IdlenessRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        decision(isIdle: situation.running.isEmpty && situation.waiting.isEmpty)
    }
}
