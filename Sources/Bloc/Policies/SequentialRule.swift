/// Handles one event at a time, in order.
struct SequentialRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        .queue
    }
}
