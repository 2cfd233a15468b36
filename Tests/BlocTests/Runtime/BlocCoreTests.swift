import Bloc
import BlocTesting
import TestWatch
import Testing

/// Nothing that a bloc holds outlives its close.
@Suite(.watched) struct BlocCoreTests {
    /// One witness for each kind of object that a bloc can hold.
    private final class Held: Sendable {
        let released = Log<String>()
        private let names: Set<String>
        private let witnesses: Shared<[String: Witness]>

        init(_ names: [String]) {
            self.names = Set(names)
            let released = released
            witnesses = Shared(
                Dictionary(
                    uniqueKeysWithValues: names.map { name in (name, Witness { released.append(name) }) }
                )
            )
        }

        /// Gives a witness away.
        func take(_ name: String) -> Witness {
            var taken: Witness?
            witnesses.change { taken = $0.removeValue(forKey: name) }
            return taken ?? Witness()
        }

        var kept: [String] { names.subtracting(released.entries).sorted() }
    }

    private static let everything = [
        "sync handler", "async handler", "predicate", "rule", "own hook", "subscriber", "selection", "broadcast",
    ]

    private struct HoldingRule: ConcurrencyRule {
        let witness: Witness

        func decision(in situation: LaneSituation) -> LaneDecision { .start }
    }

    private func bloc(_ held: Held) -> TextBloc {
        TextBloc([]) { bloc in
            let witnesses = (held.take("sync handler"), held.take("async handler"), held.take("predicate"))
            bloc.on(where: { $0 == "async" && $0.count + witnesses.2.none == 5 }) { event, emit async in
                witnesses.1.look()
                emit.update { $0.append(event) }
            }
            bloc.on(policy: .custom(HoldingRule(witness: held.take("rule")))) { event, emit in
                witnesses.0.look()
                emit.update { $0.append(event) }
            }
            let hook = held.take("own hook")
            bloc.onEvent { _, _ in hook.look() }
            bloc.onClose { _ in hook.look() }
            let broadcast = held.take("broadcast")
            bloc.onBroadcast(Int.self) { number in
                broadcast.look()
                return "\(number)"
            }
        }
    }

    @Test(
        "G41 after close nothing that handlers, rules, hooks and subscribers hold is retained",
        arguments: [CloseMode.cancel, .drain]
    )
    func services(mode: CloseMode) async {
        let held = Held(Self.everything)
        let bloc = bloc(held)
        let tokens = [
            bloc.observe { [witness = held.take("subscriber")] _ in witness.look() },
            bloc.select(\.count) { [witness = held.take("selection")] _ in witness.look() },
        ]
        let states = bloc.states
        let receipts = ["sync", "async"].map { bloc.add($0) }
        for receipt in receipts { #expect(await receipt.word == "handled") }
        #expect(held.released.entries.isEmpty)
        await bloc.close(mode)
        for token in tokens { token.cancel() }
        #expect(held.kept.isEmpty)
        // The bloc itself is still here, and so is its state.
        #expect(bloc.state == ["sync", "async"])
        #expect(await states.collected().count == 3)
    }

    @Test("G41 after close with handlers that are cancelled and events that wait, these are released")
    func eventsAndTasks() async {
        struct Event: Sendable {
            let witness: Witness
        }
        let held = Held(["running", "waiting", "debounced", "handler"])
        let bloc = ProbeBloc<Event, Int, Never>(0) { bloc in
            bloc.clock = BlocClock(ManualClock())
            let witness = held.take("handler")
            bloc.on(policy: .sequential) { _, emit in
                witness.look()
                try await emit.forEach(AsyncStream<Int> { _ in }) { $0 }
            }
        }
        for name in ["running", "waiting", "debounced"] { bloc.add(Event(witness: held.take(name))) }
        await bloc.close()
        // The task of the handler ends a moment after its handler.
        await held.released.wait(forCount: 4)
        #expect(held.kept.isEmpty)
    }

    @Test("G41 a bloc can be released as soon as it is closed, and its parts with it")
    func blocItself() async {
        weak var weakBloc: TextBloc?
        weak var weakCore: BlocCore<TextBloc>?
        do {
            let bloc = TextBloc([]) { bloc in
                bloc.on { event, emit async in emit.update { $0.append(event) } }
            }
            weakBloc = bloc
            weakCore = bloc.core
            _ = await bloc.add("a").outcome
            let token = bloc.observe { _ in }
            await bloc.close()
            token.cancel()
        }
        #expect(weakBloc == nil)
        // The task of the handler ends a moment after its handler, and has the core until then.
        for _ in 0..<100_000 where weakCore != nil { await Task.yield() }
        #expect(weakCore == nil)
    }

    @Test("G41 a bloc that is released without close is released whole")
    func withoutClose() async {
        let held = Held(["handler", "event"])
        weak var weakBloc: TextBloc?
        do {
            let witness = held.take("handler")
            let bloc = TextBloc([]) { bloc in
                bloc.on { event, emit in
                    witness.look()
                    emit.update { $0.append(event) }
                }
            }
            weakBloc = bloc
            bloc.add("a")
        }
        #expect(weakBloc == nil)
        #expect(held.kept == ["event"])
    }

    @Test("G41 a sequence and a consumer keep no bloc alive")
    func consumers() async {
        weak var weakBloc: NumberCubit?
        let states: StateSequence<Int>
        do {
            let cubit = NumberCubit(0)
            weakBloc = cubit
            states = cubit.states
            cubit.emit(1)
        }
        #expect(weakBloc == nil)
        #expect(await states.collected() == [0, 1])
    }
}

extension Witness {
    /// Zero; needs the witness.
    fileprivate var none: Int { 0 }
}
