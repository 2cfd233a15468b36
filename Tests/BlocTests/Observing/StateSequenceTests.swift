import Bloc
import TestWatch
import Testing

@Suite(.watched) struct StateSequenceTests {
    @Test("G30 states begins with the current state, changes after it, for any number of consumers")
    func sequences() async {
        let cubit = NumberCubit(0)
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
        let cubit = NumberCubit(0)
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
            (Buffering.unbounded, [0, 1, 2, 3, 4]),
            (.latest, [4]),
            (.newest(2), [3, 4]),
            (.oldest(2), [0, 1]),
        ]
    )
    func buffering(buffering: Buffering, seen: [Int]) async {
        let cubit = NumberCubit(0)
        let states = cubit.states(buffering: buffering)
        let changes = cubit.changes(buffering: buffering)
        for number in 1...4 { cubit.emit(number) }
        await cubit.close()
        #expect(await states.collected() == seen)
        #expect(await changes.collected() == (buffering == .oldest(2) ? [1, 2] : seen.filter { $0 > 0 }))
    }

    @Test("G30 a sequence whose task is cancelled ends")
    func cancellingConsumer() async {
        let cubit = NumberCubit(0)
        let seen = Log<Int>()
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
