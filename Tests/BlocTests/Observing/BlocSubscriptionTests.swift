import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) @MainActor struct SubscriptionsTests {
    private func counting() -> NumberBloc {
        NumberBloc(0) { bloc in bloc.on { event, emit in emit(event) } }
    }

    @Test("a bound closure gets the current state, then every later one, in order")
    func binding() {
        let subscriptions = Subscriptions()
        let bloc = counting()
        let shown = Log<Int>()
        bloc.add(1)
        subscriptions.bind(bloc) { shown.append($0) }
        bloc.add(2)
        bloc.add(3)
        #expect(shown.entries == [1, 2, 3])
    }

    @Test("unbinding ends all subscriptions together, and binding again is possible")
    func unbinding() {
        let subscriptions = Subscriptions()
        let bloc = counting()
        let cubit = NumberCubit(0)
        let shown = Log<String>()
        subscriptions.bind(bloc) { shown.append("bloc \($0)") }
        subscriptions.bind(cubit) { shown.append("cubit \($0)") }
        subscriptions.add(bloc.observe { shown.append("added \($0)") })
        subscriptions.unbind()
        bloc.add(1)
        cubit.emit(1)
        #expect(shown.entries == ["bloc 0", "cubit 0"])
        subscriptions.unbind()
        subscriptions.bind(bloc) { shown.append("again \($0)") }
        bloc.add(2)
        #expect(shown.entries == ["bloc 0", "cubit 0", "again 1", "again 2"])
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

    @Test("a collection does not keep its blocs alive")
    func retaining() async {
        let subscriptions = Subscriptions()
        await expectDeallocated {
            let bloc = counting()
            subscriptions.bind(bloc) { _ in }
            return bloc
        }
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
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<50 {
                        subscriptions.bind(bloc) { shown.append($0) }
                        subscriptions.unbind()
                    }
                }
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
