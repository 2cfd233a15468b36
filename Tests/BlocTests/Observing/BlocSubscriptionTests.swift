import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) @MainActor struct SubscriptionsTests {
    private func counting() -> NumberBloc {
        NumberBloc(0) { $0.emitEvents() }
    }

    @Test("a bound closure gets the current state and later ones until all subscriptions end together")
    func unbinding() {
        let subscriptions = Subscriptions()
        let bloc = counting()
        let cubit = NumberCubit(0)
        let shown = Log<String>()
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
        #expect(shown.entries.dropFirst(4) == ["again 2", "again 3"])
    }

    @Test("a released collection ends its subscriptions")
    func releasing() {
        let bloc = counting()
        let shown = Log<Int>()
        var subscriptions: Subscriptions? = Subscriptions()
        subscriptions?.bind(bloc) { shown.append($0) }
        subscriptions = nil
        bloc.add(1)
        #expect(shown.entries == [0])
    }

    @Test("unbinding during a delivery also ends the other subscriptions")
    func unbindingInside() {
        let subscriptions = Subscriptions()
        let bloc = counting()
        let shown = Log<String>()
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
        let subscriptions = Subscriptions()
        let bloc = counting()
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
