/// Cancels what runs or waits, then starts the arriving one.
struct RestartableRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        .start.cancelling(situation.running + situation.waiting)
    }
}
