/// Drops what arrives while something runs or waits.
struct DroppableRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        isIdle ? .start : .drop
    }
}
