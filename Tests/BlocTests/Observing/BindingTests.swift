import Bloc
import BlocTesting
import TestWatch
import Testing

private func counting() -> NumberBloc { NumberBloc(0) { $0.emitEvents() } }

@Suite(.watched) struct BindingTests {
    private let bloc = counting()

    private struct Pair: Equatable, Sendable {
        var name = ""
        var count = 0
    }

    private func pairs() -> ProbeBloc<Pair, Pair, Never> {
        ProbeBloc(Pair()) { bloc in bloc.on { event, emit in emit(event) } }
    }

    /// A view, which may be used on the main actor only.
    @MainActor
    private final class View {
        var shown: [Int] = []

        func show(_ state: Int) { shown.append(state) }
    }

    @Test("G66 on the main actor the latest state comes at once, and later ones before emit returns")
    @MainActor
    func onMain() {
        let view = View()
        bloc.add(1)
        let token = bloc.bind { @MainActor [weak view] state in view?.show(state) }
        #expect(view.shown == [1])
        bloc.add(2)
        bloc.add(3)
        #expect(view.shown == [1, 2, 3])
        token.cancel()
        bloc.add(4)
        #expect(view.shown == [1, 2, 3])
    }

    @Test("G66 states of all threads come on the main actor, in order, none left out")
    func order() async {
        let bloc = NumberBloc(0) { bloc in bloc.on { _, emit in emit.update { $0 += 1 } } }
        let shown = Log<Int>()
        let token = bloc.bind { @MainActor state in
            MainActor.assertIsolated()
            shown.append(state)
        }
        async let main: Void = MainActor.run { for _ in 0..<250 { bloc.add(0) } }
        await race(4) { _ in
            for _ in 0..<250 { bloc.add(0) }
        }
        await main
        await shown.wait(forCount: 1_251)
        #expect(shown.entries == Array(0...1_250))
        token.cancel()
    }

    @Test("G66 no call starts after the token was cancelled or released")
    @MainActor
    func ending() async {
        let shown = Log<Int>()
        let token = bloc.bind { @MainActor state in shown.append(state) }
        var released: BlocSubscription? = bloc.bind { @MainActor state in shown.append(state + 1_000) }
        // On another thread, while this one keeps the main actor.
        let receipt = await Task.detached { bloc.add(1) }.value
        token.cancel()
        released = nil
        #expect(released == nil)
        #expect(await receipt.word == "handled")
        let before = shown.entries
        bloc.add(2)
        await Task.detached { bloc.add(3) }.value.cancel()
        await MainActor.run {}
        #expect(shown.entries == before)
    }

    @Test("G66 states that arrive before the first call follow it, until the token is cancelled, perhaps by a call")
    @MainActor
    func early() async {
        let (shown, never) = (Log<Int>(), Log<Int>())
        let tokens = Shared<[BlocSubscription]>([])
        onThreadWhileBlocking {
            let cancelled = bloc.bind { @MainActor state in never.append(state) }
            let token = bloc.bind { @MainActor state in
                shown.append(state)
                if state == 2 { tokens.value.last?.cancel() }
            }
            tokens.value = [cancelled, token]
            for number in 1...3 { bloc.add(number) }
        }
        #expect(shown.entries.isEmpty)
        tokens.value.first?.cancel()
        await shown.wait(forCount: 3)
        await Task { @MainActor in }.value
        #expect(shown.entries == [0, 1, 2])
        #expect(never.entries.isEmpty)
    }

    @Test("G66 a bound closure that adds events gets their states after its own call, in order")
    @MainActor
    func reentrant() {
        let view = View()
        let token = bloc.bind { @MainActor state in
            view.show(state)
            if state < 3 { bloc.add(state + 1) }
            view.show(-state)
        }
        #expect(view.shown == [0, 0, 1, -1, 2, -2, 3, -3])
        token.cancel()
    }

    @Test("G66 a bloc that closed shows its last state; a subscription does not keep a bloc alive")
    @MainActor
    func closing() async {
        bloc.add(1)
        await bloc.close()
        let view = View()
        let token = bloc.bind { @MainActor state in view.show(state) }
        #expect(view.shown == [1])
        token.cancel()
        var tokens: [BlocSubscription] = []
        await expectDeallocated {
            let bloc = counting()
            tokens.append(bloc.bind { @MainActor _ in })
            return bloc
        }
    }

    @Test("a part is delivered when it changes, and a filtered state or part when it changes in a wanted way")
    @MainActor
    func partsAndFilters() {
        let bloc = pairs()
        let names = Log<String>()
        let (bound, observed, selected) = (Log<Int>(), Log<Int>(), Log<Int>())
        let grows: @Sendable (Pair, Pair) -> Bool = { $0.count < $1.count }
        let becomesTen: @Sendable (Int, Int) -> Bool = { $0 < 10 && $1 >= 10 }
        let tokens = [
            bloc.bind(\.name) { @MainActor name in names.append(name) },
            bloc.bind(when: grows) { @MainActor pair in bound.append(pair.count) },
            bloc.observe(when: grows) { observed.append($0.count) },
            bloc.select(\.count, when: becomesTen) { selected.append($0) },
        ]
        for count in [1, 0, 5, 12, 13, 4, 10] { bloc.add(Pair(name: count < 2 ? "a" : "b", count: count)) }
        for token in tokens { token.cancel() }
        bloc.add(Pair(name: "c", count: 99))
        #expect(names.entries == ["", "a", "b"])
        // Compared with the state before, wanted or not.
        #expect(observed.entries == [1, 5, 12, 13, 10])
        #expect(bound.entries == [0] + observed.entries)
        #expect(selected.entries == [12, 10])
    }
}

@Suite(.watched) @MainActor struct SubscriptionsTests {
    private let bloc = counting()
    private let subscriptions = Subscriptions()
    private let shown = Log<String>()

    @Test("a bound closure gets the current state and later ones until all subscriptions end together, or are released")
    func unbinding() {
        let cubit = NumberCubit(0)
        subscriptions.bind(bloc) { shown.append("bloc \($0)") }
        subscriptions.bind(cubit) { shown.append("cubit \($0)") }
        subscriptions.add(bloc.observe { shown.append("added \($0)") })
        bloc.add(1)
        subscriptions.unbind()
        bloc.add(2)
        cubit.emit(1)
        #expect(shown.entries == ["bloc 0", "cubit 0", "bloc 1", "added 1"])
        subscriptions.unbind()
        subscriptions.bind(bloc) { shown.append("again \($0)") }
        bloc.add(3)
        var released: Subscriptions? = Subscriptions()
        released?.bind(bloc) { shown.append("released \($0)") }
        released = nil
        bloc.add(4)
        #expect(shown.entries.dropFirst(4) == ["again 2", "again 3", "released 3", "again 4"])
    }

    @Test("unbinding during a delivery also ends the other subscriptions")
    func unbindingInside() {
        subscriptions.bind(bloc) { state in
            shown.append("first \(state)")
            if state == 1 { subscriptions.unbind() }
        }
        subscriptions.bind(bloc) { shown.append("second \($0)") }
        bloc.add(1)
        bloc.add(2)
        #expect(shown.entries == ["first 0", "second 0", "first 1"])
    }

    @Test("threads that bind and unbind at once leave nothing bound behind")
    func racing() async {
        let shown = Log<Int>()
        await race(4) { _ in
            for _ in 0..<50 {
                subscriptions.bind(bloc) { shown.append($0) }
                subscriptions.unbind()
            }
        }
        subscriptions.unbind()
        // A thread may end the subscription of another before its first call.
        let before = shown.entries.count
        bloc.add(1)
        #expect(before <= 200)
        #expect(shown.entries.count == before)
    }
}
