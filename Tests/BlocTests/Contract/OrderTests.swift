import Bloc
import TestWatch
import Testing

/// Writers that publish at once, and subscribers that must agree.
@Suite(.watched) struct OrderTests {
    #if DEBUG
    // Unoptimised, and more so under the thread sanitizer, the whole number takes longer than all other tests together.
    private static let rounds = 1_500
    private static let writes = 4_000
    #else
    private static let rounds = 100_000
    private static let writes = 100_000
    #endif

    private static let writers = 8

    @Test("G22 the last state that subscribers get is the final one, however writers race", arguments: [false, true])
    func lastState(isHooked: Bool) async {
        let cubit = NumberCubit(-1, isHooked: isHooked)
        let left = Shared(-1)
        let right = Shared(-1)
        let tokens = [left, right].indices.map { index in
            cubit.observe { state in
                if index == 0 { left.value = state } else { right.value = state }
            }
        }
        var latest = cubit.states(buffering: .latest).makeAsyncIterator()
        for round in 0..<Self.rounds {
            await withTaskGroup { group in
                for writer in 0..<Self.writers {
                    group.addTask { cubit.emit(round * Self.writers + writer) }
                }
            }
            let final = cubit.state
            let seen = (left.value, right.value, await latest.next())
            if seen != (final, final, final) {
                Issue.record("Round \(round) ended with \(final), and subscribers saw \(seen).")
                break
            }
        }
        for token in tokens { token.cancel() }
    }

    @Test(
        "G22 G27 all subscribers get every state in the order of publishing, and no update is lost",
        arguments: [false, true]
    )
    func sameOrder(isHooked: Bool) async {
        let cubit = NumberCubit(0, isHooked: isHooked)
        let count = Self.writes / Self.writers
        let observed = Shared<[Int]>([])
        let token = cubit.observe { state in observed.change { $0.append(state) } }
        let states = cubit.states
        let changes = cubit.changes
        async let fromStates = states.reduce(into: []) { $0.append($1) }
        async let fromChanges = changes.reduce(into: []) { $0.append($1) }
        await withTaskGroup { group in
            for _ in 0..<Self.writers {
                group.addTask { for _ in 0..<count { cubit.emit.update { $0 += 1 } } }
            }
        }
        let final = cubit.state
        await cubit.close()
        #expect(final == count * Self.writers)
        // Each state is one more than the one before: the order of publishing is the order of the numbers.
        let expected = Array(1...final)
        #expect(observed.value == expected)
        #expect(await fromStates == [0] + expected)
        #expect(await fromChanges == expected)
        token.cancel()
    }

    @Test("G22 G23 handlers of a bloc that race publish in one order, and no update is lost", arguments: [false, true])
    func handlers(isHooked: Bool) async {
        let count = Self.writes / Self.writers
        let bloc = NumberBloc(0, isHooked: isHooked) { bloc in
            bloc.on(where: { $0 == 0 }) { _, emit async in
                for _ in 0..<count { emit.update { $0 += 1 } }
            }
            bloc.on { _, emit in emit.update { $0 += 1 } }
        }
        let changes = bloc.changes
        let receipts = (0..<Self.writers / 2).map { _ in bloc.add(0) }
        await withTaskGroup { group in
            for _ in 0..<Self.writers / 2 {
                group.addTask { for _ in 0..<count { bloc.add(1) } }
            }
        }
        for receipt in receipts { #expect(await receipt.word == "handled") }
        await bloc.close(.drain)
        var expected = 0
        for await state in changes {
            expected += 1
            if state != expected {
                Issue.record("\(state) came after \(expected - 1).")
                break
            }
        }
        #expect(expected == count * Self.writers)
    }
}
