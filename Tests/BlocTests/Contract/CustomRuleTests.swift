import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct CustomRuleTests {
    /// Keeps the running event and only the newest waiting one.
    private struct NewestWaits: ConcurrencyRule {
        let situations: Log<LaneSituation>

        func decision(in situation: LaneSituation) -> LaneDecision {
            situations.append(situation)
            return .start(after: situation.running).cancelling(situation.waiting)
        }
    }

    @Test("G18 a custom rule gets the running and waiting events, cancels, and starts after others")
    func customStartingAfter() async {
        let mayEnd = Signal()
        let situations = Log<LaneSituation>()
        let bloc = TextBloc([]) { bloc in
            bloc.on(policy: .custom(NewestWaits(situations: situations))) { event, emit in
                await mayEnd.wait()
                emit.update { $0.append(event) }
            }
        }
        let receipts = ["a", "b", "c"].map { bloc.add($0) }
        #expect(
            situations.entries == [
                LaneSituation(arriving: 1),
                LaneSituation(arriving: 2, running: [1]),
                LaneSituation(arriving: 3, running: [1], waiting: [2]),
            ]
        )
        mayEnd.fire()
        let outcomes = await receipts.words
        #expect(outcomes == ["handled", "cancelled", "handled"])
        #expect(bloc.state == ["a", "c"])
    }

    /// Cancels all events, also the arriving one, which neither runs nor waits.
    private struct CancelsItself: ConcurrencyRule {
        func decision(in situation: LaneSituation) -> LaneDecision {
            .start.cancelling(situation.running + [situation.arriving, 77])
        }
    }

    @Test("G18 a custom rule cancels running and waiting events, not the arriving one", arguments: [false, true])
    func customCancellingItself(isAsync: Bool) async {
        let bloc = TextBloc([]) { bloc in
            bloc.on(where: { $0 == "adds" }) { _, emit in emit.add("added") }
            if isAsync {
                bloc.on(policy: .custom(CancelsItself())) { event, emit async in emit.update { $0.append(event) } }
            } else {
                bloc.on(policy: .custom(CancelsItself())) { event, emit in emit.update { $0.append(event) } }
            }
        }
        bloc.add("adds")
        await bloc.close(.drain)
        #expect(bloc.state == ["added"])
    }
}
