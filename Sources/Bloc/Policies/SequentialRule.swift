/// Handles one event at a time, in order.
struct SequentialRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        .queue
    }
}
