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

    @Test("a shape of arrival keeps the rule")
    func shapes() {
        let debounced = EventPolicy.restartable.debounce(for: .seconds(1))
        #expect(debounced.builtIn == .restartable)
        #expect(debounced.arrival == .debounced(.seconds(1)))
        let throttled = EventPolicy.throttle(for: .seconds(2))
        #expect(throttled.builtIn == .concurrent)
        #expect(throttled.arrival == .throttled(.seconds(2)))
        #expect(EventPolicy.sequential.arrival == .immediate)
    }
}
