/// Starts every handler at once.
struct ConcurrentRule: IdlenessRule {
    func decision(isIdle: Bool) -> LaneDecision {
        .start
    }
}
