import Bloc
import TestWatch
import Testing

/// Writers that publish at once, and subscribers that must agree.
@Suite(.watched) struct OrderTests {
    #if DEBUG
    // Unoptimised, and more so under the thread sanitizer, the whole number takes longer than all other tests together.
    private static let rounds = 700
    private static let writes = 4_000
    #else
    private static let rounds = 100_000
    private static let writes = 100_000
    #endif

    private static let writers = 8

    @Test("G22 the last state that subscribers get is the final one, however writers race", arguments: [false, true])
    func lastState(isHooked: Bool) async {
        let cubit = NumberCubit(-1, isHooked: isHooked)
        let (left, right) = (Shared(-1), Shared(-1))
        let tokens = [left, right].map { place in cubit.observe { place.value = $0 } }
        var latest = cubit.states(buffering: .latest).makeAsyncIterator()
        for round in 0..<Self.rounds {
            await race(Self.writers) { writer in cubit.emit(round * Self.writers + writer) }
            let final = cubit.state
            let seen = (left.value, right.value, await latest.next())
            if seen != (final, final, final) {
                Issue.record("Round \(round) ended with \(final), and subscribers saw \(seen).")
                break
            }
        }
        for token in tokens { token.cancel() }
    }

    @Test("G22 G27 G32 all subscribers get every state in one order, one at a time", arguments: [false, true])
    func sameOrder(isHooked: Bool) async {
        let cubit = NumberCubit(0, isHooked: isHooked)
        let count = Self.writes / Self.writers
        let observed = Shared<[Int]>([])
        let overlap = OverlapCounter()
        let tokens = [
            cubit.observe { state in overlap.count { observed.change { $0.append(state) } } },
            cubit.observe { _ in overlap.count {} },
        ]
        let (states, changes) = (cubit.states, cubit.changes)
        async let fromStates = states.reduce(into: []) { $0.append($1) }
        async let fromChanges = changes.reduce(into: []) { $0.append($1) }
        await race(Self.writers) { _ in
            for _ in 0..<count { cubit.emit.update { $0 += 1 } }
        }
        let final = cubit.state
        await cubit.close()
        #expect(final == count * Self.writers)
        // Each state is one more than the one before: the order of publishing is the order of the numbers.
        let expected = Array(1...final)
        #expect(observed.value == expected)
        #expect(await fromStates == [0] + expected)
        #expect(await fromChanges == expected)
        #expect(overlap.most == 1)
        for token in tokens { token.cancel() }
    }

    @Test("G22 G23 G34 racing handlers publish in one order, which hooks fit", arguments: [false, true])
    func handlers(isHooked: Bool) async {
        let count = Self.writes / Self.writers
        let transitions = Shared<[OwnTransition<Int>]>([])
        let done = Shared<[UInt64]>([])
        let bloc = NumberBloc(0) { bloc in
            if isHooked {
                bloc.onTransition { transition in transitions.change { $0.append(transition) } }
                bloc.onDone { _, context, _ in done.change { $0.append(context.sequence) } }
            }
            bloc.on(where: { $0 == 0 }) { _, emit async in
                for _ in 0..<count { emit.update { $0 += 1 } }
            }
            bloc.on { _, emit in emit.update { $0 += 1 } }
        }
        let changes = bloc.changes
        let receipts = (0..<Self.writers / 2).map { _ in bloc.add(0) }
        await race(Self.writers / 2) { _ in
            for _ in 0..<count { bloc.add(1) }
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
        if isHooked {
            #expect(transitions.value.map(\.current) == Array(0..<expected))
            #expect(transitions.value.map(\.next) == Array(1...expected))
            #expect(done.value.sorted() == (1...done.value.count).map(UInt64.init))
            #expect(done.value.count == Self.writers / 2 * (count + 1))
        }
    }
}
