/// Starts every handler at once.
struct ConcurrentRule: ConcurrencyRule {
    func decision(in situation: LaneSituation) -> LaneDecision {
        .start
    }
}
