import Bloc
import TestWatch
import Testing

@Suite(.watched) struct StateSourceTests {
    private let cubit = NumberCubit(0)
    private let seen = Log<Int>()

    @Test("G32 an observer may read, emit and observe: it is called outside every lock")
    func observerTouches() async {
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
        var token: BlocSubscription? = cubit.observe { seen.append($0) }
        cubit.emit(1)
        if isReleased { token = nil } else { token?.cancel() }
        cubit.emit(2)
        #expect(seen.entries == [1])
        #expect((token == nil) == isReleased)
    }

    @Test("G32 an observer that cancels itself is not called again, even for queued states")
    func cancellingItself() {
        let token = Shared<BlocSubscription?>(nil)
        token.value = cubit.observe { state in
            seen.append(state)
            cubit.emit(state + 1)
            if state == 2 { token.value?.cancel() }
        }
        cubit.emit(1)
        #expect(seen.entries == [1, 2])
        #expect(cubit.state == 3)
    }

    @Test("G32 after cancel on another thread no new call starts")
    func cancellingElsewhere() async {
        let (isInside, mayEnd) = (Signal(), Signal())
        let token = cubit.observe { state in
            seen.append(state)
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
        #expect(seen.entries == [1])
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

    // MARK: Sequences

    @Test("G30 states begins with the current state, changes after it, for any number of consumers")
    func sequences() async {
        cubit.emit(1)
        let states = [cubit.states, cubit.states]
        let changes = [cubit.changes, cubit.changes]
        cubit.emit(2)
        let later = cubit.states
        cubit.emit(3)
        await cubit.close()
        for sequence in states { #expect(await sequence.collected() == [1, 2, 3]) }
        for sequence in changes { #expect(await sequence.collected() == [2, 3]) }
        #expect(await later.collected() == [2, 3])
        #expect(await cubit.states.collected() == [3])
        #expect(await cubit.changes.collected().isEmpty)
    }

    @Test("G30 a sequence follows the bloc from its creation, and each further iteration from its beginning")
    func iteratingTwice() async {
        let states = cubit.states
        cubit.emit(1)
        var first = states.makeAsyncIterator()
        #expect(await first.next() == 0)
        #expect(await first.next() == 1)
        cubit.emit(2)
        var second = states.makeAsyncIterator()
        #expect(await second.next() == 2)
        #expect(await first.next() == 2)
        await cubit.close()
        #expect(await first.next() == nil)
        #expect(await second.next() == nil)
    }

    @Test(
        "G30 each consumer has the buffering that it chose",
        arguments: [
            (Buffering.unbounded, [0, 1, 2, 3, 4]), (.latest, [4]), (.newest(2), [3, 4]), (.oldest(2), [0, 1]),
        ]
    )
    func buffering(buffering: Buffering, seen: [Int]) async {
        let states = cubit.states(buffering: buffering)
        let changes = cubit.changes(buffering: buffering)
        for number in 1...4 { cubit.emit(number) }
        await cubit.close()
        #expect(await states.collected() == seen)
        #expect(await changes.collected() == (buffering == .oldest(2) ? [1, 2] : seen.filter { $0 > 0 }))
    }

    @Test("G30 a sequence whose task is cancelled ends")
    func cancellingConsumer() async {
        let consumer = Task {
            for await state in cubit.states { seen.append(state) }
        }
        await seen.wait(forCount: 1)
        consumer.cancel()
        await consumer.value
        cubit.emit(1)
        #expect(seen.entries == [0])
    }

    @Test("G31 a consumer that never reads delays no other, and with latest keeps one state")
    func stuckConsumer() async {
        typealias Held = ProbeCubit<Payload, Never>
        let alive = Shared(0)
        let cubit = Held(Payload(number: 0, alive: alive))
        let latest = cubit.changes(buffering: .latest)
        let others = Shared(0)
        let token = cubit.observe { _ in others.change { $0 += 1 } }
        for number in 1...1_000 { cubit.emit(Payload(number: number, alive: alive)) }
        #expect(others.value == 1_000)
        // The state of the cubit, and the same in the buffer.
        #expect(alive.value == 1)
        await cubit.close()
        #expect(await latest.collected().map(\.number) == [1_000])
        token.cancel()
    }

    private struct Payload: Equatable, Sendable {
        let number: Int
        let witness: Witness

        init(number: Int, alive: Shared<Int>) {
            self.number = number
            alive.change { $0 += 1 }
            witness = Witness { alive.change { $0 -= 1 } }
        }

        static func == (left: Payload, right: Payload) -> Bool { left.number == right.number }
    }
}
