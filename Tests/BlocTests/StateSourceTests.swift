import Bloc
import TestWatch
import Testing

@Suite(.watched) struct StateSourceTests {
    @Test("G32 an observer may read, emit and observe: it is called outside every lock")
    func observerTouches() async {
        let cubit = NumberCubit(0)
        let log = Log<String>()
        let inner = Shared<BlocSubscription?>(nil)
        let token = cubit.observe { state in
            log.append("outer \(state) reads \(cubit.state)")
            guard state == 1 else { return }
            inner.value = cubit.observe { log.append("inner \($0)") }
            cubit.emit(2)
            log.append("emitted 2")
        }
        cubit.emit(1)
        #expect(log.entries == ["outer 1 reads 1", "emitted 2", "outer 2 reads 2", "inner 2"])
        token.cancel()
    }

    @Test("G32 after cancel no new call starts, and releasing the token cancels", arguments: [false, true])
    func ending(isReleased: Bool) {
        let cubit = NumberCubit(0)
        let log = Log<Int>()
        var token: BlocSubscription? = cubit.observe { log.append($0) }
        cubit.emit(1)
        if isReleased { token = nil } else { token?.cancel() }
        cubit.emit(2)
        #expect(log.entries == [1])
        #expect((token == nil) == isReleased)
    }

    @Test("G32 an observer that cancels itself is not called again, even for queued states")
    func cancellingItself() {
        let cubit = NumberCubit(0)
        let log = Log<Int>()
        let token = Shared<BlocSubscription?>(nil)
        token.value = cubit.observe { state in
            log.append(state)
            cubit.emit(state + 1)
            if state == 2 { token.value?.cancel() }
        }
        cubit.emit(1)
        #expect(log.entries == [1, 2])
        #expect(cubit.state == 3)
    }

    @Test("G32 after cancel on another thread no new call starts")
    func cancellingElsewhere() async {
        let cubit = NumberCubit(0)
        let (isInside, mayEnd) = (Signal(), Signal())
        let log = Log<Int>()
        let token = cubit.observe { state in
            log.append(state)
            guard state == 1 else { return }
            isInside.fire()
            mayEnd.block()
        }
        async let emitting: Void = onThread { cubit.emit(1) }
        await isInside.wait()
        cubit.emit(2)
        token.cancel()
        mayEnd.fire()
        await emitting
        cubit.emit(3)
        #expect(log.entries == [1])
    }

    @Test("G32 observers come and go while writers race, and miss nothing in between", arguments: [false, true])
    func comingAndGoing(isHooked: Bool) async {
        let cubit = NumberCubit(0, isHooked: isHooked)
        await race(6) { number in
            if number < 3 { for _ in 0..<2_000 { cubit.emit.update { $0 += 1 } } }
            if number >= 3 {
                for _ in 0..<300 {
                    let seen = Shared<[Int]>([])
                    let token = cubit.observe { state in seen.change { $0.append(state) } }
                    cubit.emit.update { $0 += 1 }
                    token.cancel()
                    let states = seen.value
                    if zip(states, states.dropFirst()).contains(where: { $1 != $0 + 1 }) {
                        Issue.record("An observer saw \(states).")
                    }
                }
            }
        }
        #expect(cubit.state == 6_900)
    }

    private struct Person: Equatable, Sendable {
        var name = "Ada"
        var age = 36
    }

    @Test("G32 select delivers only when the part changed")
    func selecting() async {
        let cubit = ProbeCubit<Person, Never>(Person())
        let log = Log<String>()
        let token = cubit.select(\.name) { log.append($0) }
        let names = cubit.select(\.name)
        cubit.emit.update { $0.age = 37 }
        cubit.emit.update { $0.name = "Grace" }
        cubit.emit.update { $0.age = 38 }
        cubit.emit.update { $0.name = "Ada" }
        #expect(log.entries == ["Grace", "Ada"])
        await cubit.close()
        #expect(await names.collected() == ["Ada", "Grace", "Ada"])
        token.cancel()
    }
}
