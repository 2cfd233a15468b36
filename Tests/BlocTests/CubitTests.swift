import Bloc
import TestWatch
import Testing

@Suite(.watched) struct CubitTests {
    /// As programs write one.
    private final class Counter: Cubit {
        typealias State = Int
        let runtime: CubitRuntime<Counter>
        private let emit: CubitEmitter<Counter>

        init(_ build: (inout BlocBuilder<Counter>) -> Void = { _ in }) {
            (runtime, emit) = CubitRuntime.make(initialState: 0, build)
        }

        func increment() { emit.update { $0 += 1 } }
        func reset() { emit(0) }
        func double() { emit(emit.state * 2) }
    }

    @Test("G27 methods publish states, equal ones not")
    func methods() async {
        let counter = Counter()
        let changes = counter.changes
        counter.reset()
        counter.increment()
        counter.double()
        counter.double()
        counter.reset()
        await counter.close()
        #expect(await changes.collected() == [1, 2, 4, 0])
    }

    @Test("G27 a cubit has effects, which wait for their consumer")
    func effects() async {
        let log = Log<String>()
        let cubit = ProbeCubit<Int, String>(0) { bloc in bloc.onEffect { log.append("\($0) \($1.word)") } }
        cubit.emit.effect("a")
        cubit.emit.effect("b")
        let effects = cubit.effects
        await cubit.close()
        cubit.emit.effect("late")
        #expect(await effects.collected() == ["a", "b"])
        #expect(log.entries == ["a -", "b -"])
    }

    @Test(
        "G27 closing a cubit in any mode ends it at once; then it changes nothing, and reports one late emit",
        arguments: [CloseMode.cancel, .drain, .deadline(.seconds(1))]
    )
    func closing(mode: CloseMode) async {
        let log = Log<String>()
        let counter = withBlocObserver(HookLog(log: log)) { Counter() }
        let states = counter.states
        counter.increment()
        for _ in 1...2 { await counter.close(mode) }
        #expect(counter.isClosed)
        #expect(await states.collected() == [0, 1])
        let before = log.entries.count
        counter.increment()
        counter.reset()
        #expect(counter.state == 1)
        let late = Array(log.entries.dropFirst(before))
        #expect(late == ["late 2 #0"] || late == ["late 1 #0"])
    }
}
