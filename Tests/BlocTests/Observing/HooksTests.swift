import Bloc
import TestWatch
import Testing

@Suite(.watched) struct HooksTests {
    private let log = Log<String>()

    @Test("G34 hooks come in one order for each event, the bloc's own before the observers'")
    func order() async {
        let bloc = withBlocObserver(HookLog(log: log, prefix: "outer ")) {
            TextBloc([], name: "left") { bloc in
                bloc.observer = HookLog(log: log, prefix: "own ")
                bloc.on { event, emit in
                    emit([event])
                    emit([event, "again"])
                    emit.effect("hush")
                }
            }
        }
        bloc.add("a")
        await bloc.close()
        let type = "ProbeBloc<String, Array<String>, String>"
        let expected = [
            "create \(type)", "event a #1",
            "transition [] a #1 [\"a\"]", "transition [\"a\"] a #1 [\"a\", \"again\"]",
            "effect hush #1", "done a #1 handled", "close by owner",
        ]
        #expect(log.entries == expected.flatMap { ["own \($0)", "outer \($0)"] })
    }

    @Test("G34 the start of a handler is told to observers that ask for it", arguments: [true, false])
    func starts(ownAsks: Bool) async {
        let bloc = withBlocObserver(HookLog(log: log, prefix: "asks ", observesStarts: true)) {
            withBlocObserver(HookLog(log: log, prefix: "does not ask ")) {
                TextBloc([]) { bloc in
                    bloc.observer = HookLog(log: log, prefix: "own ", observesStarts: ownAsks)
                    bloc.on(lane: "one", policy: .sequential, where: { $0.hasPrefix("slow") }) { _, _ async in
                        await Task.yield()
                    }
                    bloc.on(lane: "one", policy: .sequential, where: { $0.hasPrefix("queued") }) { _, _ in }
                    bloc.on { _, _ in }
                }
            }
        }
        let events = ["at once", "slow 1", "queued 2", "slow 3", "queued 4"]
        for receipt in events.map({ bloc.add($0) }) { _ = await receipt.outcome }
        await bloc.close()
        let observers = ownAsks ? ["own", "asks"] : ["asks"]
        let starts = events.enumerated().flatMap { index, event in
            observers.map { "\($0) start \(event) #\(index + 1)" }
        }
        #expect(log.entries.filter { $0.contains(" start ") } == starts)
    }

    @Test("G36 an observer that adds events from every hook breaks no order")
    func addingObserver() async {
        let bloc = TextBloc([]) { bloc, itself in
            let add: @Sendable (String) -> Void = { event in if event.count <= 4 { itself.bloc?.add(event) } }
            bloc.onEvent { event, _ in add(event + "e") }
            bloc.onTransition { if case .event(let event as String, _) = $0.trigger { add(event + "t") } }
            bloc.onDone { event, _, _ in add(event + "d") }
            bloc.on { event, emit in
                log.append("begin \(event)")
                emit.update { $0.append(event) }
                log.append("end \(event)")
            }
        }
        bloc.add("a")
        await bloc.close(.drain)
        // Each event of up to three letters brings three more: 1 + 3 + 9 + 27.
        #expect(bloc.state.count == 40)
        #expect(Set(bloc.state).count == 40)
        #expect(log.entries == bloc.state.flatMap { ["begin \($0)", "end \($0)"] })
    }

    @Test("G37 an event that a handler adds names its cause in every hook", arguments: [false, true])
    func causes(isAsync: Bool) async {
        let contexts = Log<(String, EventContext)>()
        let bloc = TextBloc([]) { bloc in
            bloc.onEvent { contexts.append(("event \($0)", $1)) }
            bloc.onTransition { transition in
                guard case .event(let event, let context) = transition.trigger else { return }
                contexts.append(("transition \(event)", context))
            }
            bloc.onEffect { if let context = $1 { contexts.append(("effect \($0)", context)) } }
            bloc.onDone { contexts.append(("done \($0) \($2)", $1)) }
            let handle: @Sendable (String, Emitter<TextBloc>) -> Void = { event, emit in
                emit.update { $0.append(event) }
                emit.effect(event)
                if event == "outer" { emit.add("inner") }
            }
            if isAsync { bloc.on(where: { $0 == "outer" }) { event, emit async in handle(event, emit) } }
            bloc.on(handle)
        }
        _ = await bloc.add("outer").outcome
        await bloc.close(.drain)
        let inner = contexts.entries.filter { $0.1.sequence == 2 }
        #expect(inner.map(\.0) == ["event inner", "transition inner", "effect inner", "done inner handled"])
        let cause = EventReference(bloc: bloc.core.id, sequence: 1)
        #expect(contexts.entries.allSatisfy { $0.1.cause == ($0.1.sequence == 2 ? cause : nil) })
    }

    // MARK: Installing observers

    @Test("G35 process-wide observers see the blocs that are created while they are installed, also later")
    func processWide() async {
        await #expect(processExitsWith: .success) {
            let log = Log<String>()
            let token = BlocObservers.install(HookLog(log: log, prefix: "one "))
            let other = BlocObservers.install(HookLog(log: log, prefix: "two "))
            let before = withBlocObserver(HookLog(log: log, prefix: "scope ")) { NumberCubit(0) }
            other.cancel()
            let between = NumberCubit(0)
            token.cancel()
            let after = NumberCubit(0)
            before.emit(1)
            between.emit(1)
            after.emit(1)
            let create = "create ProbeCubit<Int, Never>"
            let told = "transition 0 method 1"
            precondition(
                log.entries == [
                    "one \(create)", "two \(create)", "scope \(create)", "one \(create)",
                    "one \(told)", "two \(told)", "scope \(told)", "one \(told)",
                ]
            )
        }
    }

    @Test("G35 scoped observers see only the blocs that are created inside, in the task and its children")
    func scoped() async {
        let outside = NumberCubit(0)
        await withBlocObserver(HookLog(log: log, prefix: "outer ")) {
            let outer = NumberCubit(0)
            await withBlocObserver(HookLog(log: log, prefix: "inner ")) {
                async let child = NumberCubit(0)
                await child.emit(2)
            }
            outer.emit(1)
            let detached = await Task.detached { NumberCubit(0) }.value
            detached.emit(3)
        }
        let after = NumberCubit(0)
        for cubit in [outside, after] { cubit.emit(4) }
        let transitions = log.entries.filter { $0.contains("transition") }
        #expect(
            transitions == [
                "outer transition 0 method 2", "inner transition 0 method 2", "outer transition 0 method 1",
            ]
        )
    }
}
