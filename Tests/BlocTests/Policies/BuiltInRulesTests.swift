import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ArrivalTests {
    private static let second = Duration.seconds(1)

    private func bloc(
        _ clock: ManualClock,
        _ policy: EventPolicy<String>,
        begun: Log<String> = Log(),
        until mayEnd: Signal? = nil
    ) -> TextBloc {
        TextBloc([]) { bloc in
            bloc.clock = BlocClock(clock)
            bloc.on(policy: policy) { event, emit in
                begun.append(event)
                await mayEnd?.wait()
                emit.update { $0.append(event) }
            }
        }
    }

    @Test("G15 debounce lets the last event through when no other has arrived for the time")
    func debounce() async throws {
        let clock = ManualClock()
        let bloc = bloc(clock, .debounce(for: Self.second))
        let first = bloc.add("a")
        try await clock.sleepers(count: 1)
        clock.advance(by: .milliseconds(900))
        let second = bloc.add("b")
        #expect(await first.word == "dropped(debounced)")
        try await clock.sleepers(count: 1)
        clock.advance(by: .milliseconds(900))
        #expect(bloc.state.isEmpty)
        clock.advance(by: .milliseconds(100))
        #expect(await second.word == "handled")
        #expect(bloc.state == ["b"])
        let third = bloc.add("c")
        try await clock.sleepers(count: 1)
        clock.advance(by: Self.second)
        #expect(await third.word == "handled")
    }

    @Test("G15 throttle lets an event through and drops later ones within the time")
    func throttle() async {
        let clock = ManualClock()
        let bloc = bloc(clock, .throttle(for: Self.second))
        #expect(await bloc.add("a").word == "handled")
        #expect(await bloc.add("b").word == "dropped(throttled)")
        clock.advance(by: .milliseconds(999))
        #expect(await bloc.add("c").word == "dropped(throttled)")
        clock.advance(by: .milliseconds(1))
        #expect(await bloc.add("d").word == "handled")
        #expect(await bloc.add("e").word == "dropped(throttled)")
        #expect(bloc.state == ["a", "d"])
    }

    /// The outcomes of two events, of which the second passes while the handler of the first runs.
    private static let ends: [(EventPolicy<String>, String, [String])] = [
        (.concurrent, "concurrent", ["handled", "handled"]),
        (.sequential, "sequential", ["handled", "handled"]),
        (.droppable, "droppable", ["handled", "dropped(busy)"]),
        (.restartable, "restartable", ["cancelled", "handled"]),
    ]

    @Test("G15 debounce stands in front of any policy", arguments: ends)
    func debounceInFront(policy: EventPolicy<String>, name: String, outcomes: [String]) async throws {
        let clock = ManualClock()
        let mayEnd = Signal()
        let begun = Log<String>()
        let bloc = bloc(clock, policy.debounce(for: Self.second), begun: begun, until: mayEnd)
        var receipts: [Receipt] = []
        for event in ["a", "b"] {
            let replaced = bloc.add("replaced")
            receipts.append(bloc.add(event))
            #expect(await replaced.word == "dropped(debounced)")
            try await clock.sleepers(count: 1)
            clock.advance(by: Self.second)
            if event == "a" { await begun.wait(forCount: 1) }
        }
        // The second has passed while the first runs.
        switch name {
        case "concurrent", "restartable": await begun.wait(forCount: 2)
        case "droppable": _ = await receipts[1].outcome
        default: break
        }
        mayEnd.fire()
        let seen = await receipts.words
        #expect(seen == outcomes)
    }

    @Test("G15 throttle stands in front of any policy", arguments: ends)
    func throttleInFront(policy: EventPolicy<String>, name: String, outcomes: [String]) async {
        let clock = ManualClock()
        let mayEnd = Signal()
        let bloc = bloc(clock, policy.throttle(for: Self.second), until: mayEnd)
        var receipts: [Receipt] = []
        for event in ["a", "b"] {
            receipts.append(bloc.add(event))
            #expect(await bloc.add("too soon").word == "dropped(throttled)")
            clock.advance(by: Self.second)
        }
        mayEnd.fire()
        let seen = await receipts.words
        #expect(seen == outcomes)
    }
}
