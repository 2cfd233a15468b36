import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct EventRecordTests {
    private struct Payload: Sendable {
        let witness: Witness
    }

    private typealias PayloadBloc = ProbeBloc<Payload, Int, Never>

    private static func bloc() -> PayloadBloc {
        PayloadBloc(0) { bloc in
            bloc.on(where: { _ in false }) { _, _ in }
            bloc.on { event, emit in
                event.witness.look()
                emit.update { $0 += 1 }
            }
        }
    }

    @Test("the record that serves the next event keeps nothing of the last one")
    func givingAway() async {
        let bloc = Self.bloc()
        let log = Log<String>()
        for number in 1...3 {
            bloc.add(Payload(witness: Witness { log.append("\(number)") }))
            #expect(log.entries.count == number)
        }
        #expect(bloc.core.guarded.withLock { $0.spareRecord?.event == nil })
        #expect(bloc.core.guarded.withLock { $0.inHand == nil })
        await bloc.close()
    }

    @Test("a record that a queue or a caller holds serves no other event")
    func held() async {
        let bloc = NumberBloc(0) { bloc in
            bloc.on(where: { $0 == 0 }) { _, emit in for number in 1...3 { emit.add(number) } }
            bloc.on { event, emit in emit.update { $0 = $0 * 10 + event } }
        }
        bloc.add(0)
        #expect(bloc.state == 123)
        let kept = bloc.add(4)
        bloc.add(5)
        #expect(bloc.state == 12345)
        #expect(await kept.word == "handled")
        await bloc.close()
    }

    @Test("only a pending record asks its bloc to cancel it, and the bloc is retained while it does")
    func cancelling() async {
        weak var core: BlocCore<NumberBloc>?
        let record: EventRecord<NumberBloc>
        do {
            let bloc = NumberBloc(0)
            core = bloc.core
            record = EventRecord(1, of: 7, in: bloc.core)
            #expect(record.context == EventContext(sequence: 7))
            #expect(record.canceller != nil)
            record.resolve(.handled)
            await bloc.close()
        }
        #expect(core == nil)
        record.cancel()
        #expect(await record.outcome.description == "handled")
    }

    @Test("the end of a record ends its answer")
    func answer() async {
        let answer = AnswerRecord<Int>()
        let record = EventRecord<NumberBloc>(1, answer: answer, in: NumberBloc(0).core)
        record.resolve(.handled)
        #expect(await answer.ending.next() == nil)
    }

    @Test("G18 a rule of the user decides for every event, also in a bloc with one synchronous handler")
    func customRule() async {
        struct EveryOther: ConcurrencyRule {
            func decision(in situation: LaneSituation) -> LaneDecision {
                situation.arriving.isMultiple(of: 2) ? .drop : .start
            }
        }
        let bloc = NumberBloc(0) { bloc in
            bloc.on(policy: .custom(EveryOther())) { event, emit in emit.update { $0 = $0 * 10 + event } }
        }
        var words: [String] = []
        for number in 1...4 { words.append(await bloc.add(number).word) }
        #expect(words == ["handled", "dropped(policy)", "handled", "dropped(policy)"])
        #expect(bloc.state == 13)
        await bloc.close()
    }

    @Test(
        "G05 a hook that cancels the event behind the one that it hears of keeps that from running",
        arguments: [1, 2]
    )
    func cancellingFromHook(handlers: Int) async {
        let receipts = Log<Receipt>()
        let bloc = TextBloc([]) { bloc in
            bloc.onDone { event, _, _ in if event == "a" { receipts.entries.first?.cancel() } }
            if handlers == 2 { bloc.on(where: { _ in false }) { _, _ in } }
            bloc.on { event, emit in
                if event == "a" { receipts.append(emit.add("b")) }
                emit.update { $0.append(event) }
            }
        }
        bloc.add("a")
        #expect(bloc.state == ["a"])
        #expect(await receipts.entries.first?.word == "cancelled")
        await bloc.close()
    }
}
