import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct ConcurrencyRuleTests {
    private static let free = LaneSituation(arriving: 9)
    private static let running = LaneSituation(arriving: 9, running: [4, 5])
    private static let waiting = LaneSituation(arriving: 9, waiting: [7])
    private static let both = LaneSituation(arriving: 9, running: [4, 5], waiting: [7, 8])

    @Test("concurrent always starts", arguments: [free, running, waiting, both])
    func concurrent(situation: LaneSituation) {
        #expect(BuiltInRule.concurrent.decision(in: situation) == .start)
    }

    @Test("sequential always queues", arguments: [free, running, waiting, both])
    func sequential(situation: LaneSituation) {
        #expect(BuiltInRule.sequential.decision(in: situation) == .queue)
    }

    @Test("droppable drops when something runs or waits")
    func droppable() {
        #expect(BuiltInRule.droppable.decision(in: Self.free) == .start)
        #expect(BuiltInRule.droppable.decision(in: Self.running) == .drop)
        #expect(BuiltInRule.droppable.decision(in: Self.waiting) == .drop)
        #expect(BuiltInRule.droppable.decision(in: Self.both) == .drop)
    }

    @Test("restartable cancels everything and starts")
    func restartable() {
        #expect(BuiltInRule.restartable.decision(in: Self.free) == .start.cancelling([]))
        #expect(BuiltInRule.restartable.decision(in: Self.both) == .start.cancelling([4, 5, 7, 8]))
    }

    @Test("decisions add up what they cancel")
    func decisions() {
        let decision = LaneDecision.start(after: [1, 2, 2]).cancelling([3]).cancelling([4])
        #expect(decision.step == .startAfter([1, 2]))
        #expect(decision.cancelled == [3, 4])
    }

    @Test("a policy for each event keeps its shape of arrival and its lane, also when one chooses another")
    func each() {
        let inner = EventPolicy<Int>.each { $0 > 1 ? .restartable.lane("own") : .droppable }
        let policy = EventPolicy<Int>.each { $0 > 0 ? inner : .sequential.debounce(for: .seconds(2)) }
        let policies = (0...2).map { policy.policy(for: $0) }
        #expect(policies.map(\.builtIn) == [.sequential, .droppable, .restartable])
        #expect(policies.map(\.arrival) == [.debounced(.seconds(2)), .immediate, .immediate])
        #expect(policies.map(\.lane) == [nil, nil, "own"])
        let shaped = policy.throttle(for: .seconds(1)).lane("all")
        for number in 0...2 {
            #expect(shaped.policy(for: number).builtIn == policies[number].builtIn)
            #expect(shaped.policy(for: number).arrival == .throttled(.seconds(1)))
            #expect(shaped.policy(for: number).lane == "all")
        }
    }

    @Test("a shape of arrival keeps the rule")
    func shapes() {
        let debounced = EventPolicy<Int>.restartable.debounce(for: .seconds(1)).policy(for: 0)
        #expect(debounced.builtIn == .restartable)
        #expect(debounced.arrival == .debounced(.seconds(1)))
        let throttled = EventPolicy<Int>.throttle(for: .seconds(2)).policy(for: 0)
        #expect(throttled.builtIn == .concurrent)
        #expect(throttled.arrival == .throttled(.seconds(2)))
        #expect(EventPolicy<Int>.sequential.policy(for: 0).arrival == .immediate)
    }
}
