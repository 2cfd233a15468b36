/// Drops what arrives while something runs or waits.
struct DroppableRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        situation.running.isEmpty && situation.waiting.isEmpty ? .start : .drop
    }
}
