import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct SharedStateTests {
    /// Adds numbers to a shared list, and keeps what it heard of the list.
    final class MemberBloc: Bloc {
        enum Event: Equatable {
            case added(Int)
            case heard([Int])
        }
        typealias State = [[Int]]
        let runtime: BlocRuntime<MemberBloc>

        init(_ shared: SharedState<[Int]>) {
            runtime = BlocRuntime(initialState: []) { bloc in
                bloc.on { event, emit in
                    switch event {
                    case .added(let number): emit.update(shared) { $0.append(number) }
                    case .heard(let numbers): emit.update { $0.append(numbers) }
                    }
                }
            }
            shared.forward(to: self) { .heard($0) }
        }
    }

    @Test("several blocs change a shared state in their handlers and hear of its changes as events")
    func shared() async {
        let shared = SharedState([0], name: "numbers")
        let one = MemberBloc(shared)
        let two = MemberBloc(shared)
        one.add(.added(1))
        two.add(.added(2))
        #expect(shared.state == [0, 1, 2])
        #expect(one.state == [[0, 1], [0, 1, 2]])
        #expect(two.state == one.state)
        await one.close()
        two.add(.added(3))
        #expect(one.state.count == 2 && two.state.count == 3)
        await shared.close()
        two.add(.added(4))
        #expect(shared.state == [0, 1, 2, 3], "a closed shared state keeps its value")
        await two.close()
    }

    @Test("G14 a handler that was cancelled or has ended cannot change a shared state; the latter is told once")
    func muted() async {
        let shared = SharedState("")
        let (log, late, kept) = (Log<String>(), Log<UInt64>(), Log<Emitter<TextBloc>>())
        let (began, goOn) = (Signal(), Signal())
        let bloc = TextBloc([]) { bloc in
            bloc.on(policy: .restartable) { event, emit async in
                kept.append(emit)
                if event == "old" {
                    began.fire()
                    await goOn.wait()
                }
                emit.update(shared) { $0 = event }
            }
            bloc.onDone { event, _, outcome in log.append("\(event) \(outcome)") }
            bloc.onLateEmit { _, context in late.append(context.sequence) }
        }
        let old = bloc.add("old")
        await began.wait()
        _ = await bloc.add("new").outcome
        goOn.fire()
        _ = await old.outcome
        for _ in 1...2 { kept.entries.last?.update(shared) { $0 = "late" } }
        #expect(shared.state == "new")
        #expect(log.entries == ["new handled", "old cancelled"])
        #expect(late.entries.count { $0 == 2 } == 1)
        await bloc.close()
    }

    @Test("a shared state has hooks, a history and a storage like any cubit, and equal values are no change")
    func cubit() async {
        let log = Log<String>()
        let shared = SharedState(1) { cubit in
            cubit.history()
            cubit.onTransition { log.append("\($0.current) \($0.next)") }
        }
        let bloc = NumberBloc(0) { bloc in bloc.on { event, emit in emit.update(shared) { $0 = event } } }
        bloc.add(2)
        bloc.add(2)
        #expect(shared.undo())
        #expect(shared.state == 1)
        #expect(log.entries == ["1 2", "2 1"])
        await bloc.close()
        await shared.close()
    }
}
