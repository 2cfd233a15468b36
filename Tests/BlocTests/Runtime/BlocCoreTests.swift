import Bloc
import BlocTesting
import TestWatch
import Testing

/// Nothing that a bloc holds outlives its close.
@Suite(.watched) struct BlocCoreTests {
    /// The names of the witnesses that nothing holds any more.
    private let released = Log<String>()

    private func witness(_ name: String) -> Witness { Witness { [released] in released.append(name) } }

    private struct HoldingRule: ConcurrencyRule {
        let witness: Witness

        func decision(in situation: LaneSituation) -> LaneDecision { .start }
    }

    @Test("G41 after close nothing that handlers or observers hold is retained", arguments: [CloseMode.cancel, .drain])
    func services(mode: CloseMode) async {
        let bloc = TextBloc([]) { bloc in
            let isAsync: @Sendable (String) -> Bool = { [predicate = witness("predicate")] event in
                predicate.look()
                return event == "async"
            }
            bloc.on(where: isAsync) { [handler = witness("async handler")] event, emit async in
                handler.look()
                emit.update { $0.append(event) }
            }
            bloc.on(policy: .custom(HoldingRule(witness: witness("rule")))) {
                [handler = witness("sync handler")] event, emit in
                handler.look()
                emit.update { $0.append(event) }
            }
            bloc.onEvent { [hook = witness("own hook")] _, _ in hook.look() }
            bloc.onBroadcast(Int.self) { [broadcast = witness("broadcast")] number in
                broadcast.look()
                return "\(number)"
            }
        }
        let tokens = [
            bloc.observe { [witness = witness("subscriber")] _ in witness.look() },
            bloc.select(\.count) { [witness = witness("selection")] _ in witness.look() },
        ]
        let states = bloc.states
        let receipts = ["sync", "async"].map { bloc.add($0) }
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(released.entries.isEmpty)
        await bloc.close(mode)
        for token in tokens { token.cancel() }
        #expect(
            released.entries.sorted() == [
                "async handler", "broadcast", "own hook", "predicate", "rule", "selection", "subscriber",
                "sync handler",
            ]
        )
        // The bloc and the receipts are still here, and so is its state.
        #expect(await receipts.words == ["handled", "handled"])
        #expect(bloc.state == ["sync", "async"])
        #expect(await states.collected().count == 3)
    }

    @Test("G41 after close with handlers that are cancelled and events that wait, these are released")
    func eventsAndTasks() async {
        let bloc = ProbeBloc<Witness, Int, Never>(0) { bloc in
            bloc.on(policy: .sequential) { [handler = witness("handler")] _, emit in
                handler.look()
                try await emit.forEach(AsyncStream<Int> { _ in }) { $0 }
            }
        }
        for name in ["running", "waiting", "waiting, too"] { bloc.add(witness(name)) }
        await bloc.close()
        // The task of the handler ends a moment after its handler.
        await released.wait(forCount: 4)
        #expect(released.entries.count == 4)
    }

    @Test("G05 G41 G43 a closed bloc can be released at once with its parts; a kept receipt keeps nothing")
    func blocItself() async {
        weak var weakBloc: TextBloc?
        weak var weakCore: BlocCore<TextBloc>?
        let receipt: Receipt
        let closes = Log<Bool>()
        do {
            let bloc = TextBloc([]) { bloc in
                bloc.onClose { closes.append($0) }
                bloc.on { event, emit async in emit.update { $0.append(event) } }
            }
            weakBloc = bloc
            weakCore = bloc.core
            receipt = bloc.add("a")
            _ = await receipt.outcome
            let token = bloc.observe { _ in }
            await bloc.close()
            token.cancel()
        }
        #expect(weakBloc == nil)
        #expect(closes.entries == [true], "its release is not another close")
        // The task of the handler ends a moment after its handler, and has the core until then.
        for _ in 0..<100_000 where weakCore != nil { await Task.yield() }
        #expect(weakCore == nil)
        #expect(await receipt.word == "handled")
    }
}
