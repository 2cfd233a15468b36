/// A policy as the runtime works with it: a rule, and what stands in front of its lane.
@usableFromInline
struct Policy: Sendable {
    /// A rule that is no rule of the library, or one with a lane; shared by all copies of the policy.
    final class Special: Sendable {
        let rule: any ConcurrencyRule
        let lane: Lane?

        init(_ rule: any ConcurrencyRule, lane: Lane?) {
            self.rule = rule
            self.lane = lane
        }
    }

    /// One of the library, if it is one: choosing it for an event counts no references.
    let builtIn: BuiltInRule?
    private let special: Special?
    @usableFromInline
    let arrival: Arrival

    private init(_ builtIn: BuiltInRule?, _ special: Special?, _ arrival: Arrival = .immediate) {
        self.builtIn = builtIn
        self.special = special
        self.arrival = arrival
    }

    init(rule: any ConcurrencyRule, lane: Lane? = nil) {
        let builtIn = rule as? BuiltInRule
        self.init(builtIn, builtIn == nil || lane != nil ? Special(rule, lane: lane) : nil)
    }

    static var concurrent: Policy { Policy(.concurrent, nil) }
    static var sequential: Policy { Policy(.sequential, nil) }
    static var droppable: Policy { Policy(.droppable, nil) }
    static var restartable: Policy { Policy(.restartable, nil) }

    var rule: any ConcurrencyRule { special?.rule ?? builtIn ?? .concurrent }

    /// Whether an arriving event also cancels older ones that wait in a debounce in front of its lane.
    var cancelsDebounced: Bool { builtIn == .restartable }

    var lane: Lane? { special?.lane }

    func arriving(_ arrival: Arrival) -> Policy { Policy(builtIn, special, arrival) }

    func lane(_ lane: Lane) -> Policy { Policy(builtIn, Special(rule, lane: lane), arrival) }
}
