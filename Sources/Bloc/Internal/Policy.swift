/// A policy as the runtime works with it: a rule, and what stands in front of its lane.
@usableFromInline
struct Policy: Sendable {
    /// A rule, shared by all copies of the policy.
    private final class Rules: Sendable {
        let rule: any ConcurrencyRule
        /// The rule, if it is one of the library's.
        let builtIn: BuiltInRule?
        /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
        let cancelsDebounced: Bool
        let lane: Lane?

        init(_ rule: any ConcurrencyRule, lane: Lane? = nil) {
            self.rule = rule
            self.lane = lane
            builtIn = rule as? BuiltInRule
            cancelsDebounced = builtIn == .restartable
        }
    }

    private let rules: Rules
    @usableFromInline
    let arrival: Arrival

    var rule: any ConcurrencyRule { rules.rule }
    /// The same rule, if it is one of the library's.
    var builtIn: BuiltInRule? { rules.builtIn }

    /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
    @usableFromInline
    var cancelsDebounced: Bool { rules.cancelsDebounced }
    /// The lane that the policy names.
    var lane: Lane? { rules.lane }

    private init(_ rules: Rules, arrival: Arrival) {
        self.rules = rules
        self.arrival = arrival
    }

    init(rule: any ConcurrencyRule) {
        self.init(Rules(rule), arrival: .immediate)
    }

    static let concurrent = Policy(rule: BuiltInRule.concurrent)
    static let sequential = Policy(rule: BuiltInRule.sequential)
    static let droppable = Policy(rule: BuiltInRule.droppable)
    static let restartable = Policy(rule: BuiltInRule.restartable)

    /// The same policy with another debounce or throttle.
    func arriving(_ arrival: Arrival) -> Policy { Policy(rules, arrival: arrival) }

    /// The same policy in a lane of this name.
    func lane(_ lane: Lane) -> Policy { Policy(Rules(rule, lane: lane), arrival: arrival) }
}
