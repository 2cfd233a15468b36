import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocObserverTests {
    @Test("G35 process-wide observers see the blocs that are created while they are installed")
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
        let log = Log<String>()
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

    @Test("G35 a bloc keeps the observers that it was created with")
    func captured() {
        let log = Log<String>()
        let cubit = withBlocObserver(HookLog(log: log)) { NumberCubit(0) }
        withBlocObserver(HookLog(log: log, prefix: "later ")) { cubit.emit(1) }
        #expect(log.entries == ["create ProbeCubit<Int, Never>", "transition 0 method 1"])
    }

}
