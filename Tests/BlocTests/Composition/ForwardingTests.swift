import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct ForwardingTests {
    private static func makeListener() -> TextBloc {
        TextBloc([]) { bloc in bloc.on { event, emit in emit.update { $0.append(event) } } }
    }

    @Test("every state after the current one becomes an event, unless it is ignored, until either bloc closes")
    func forwarded() async {
        let source = NumberCubit(0)
        let listener = Self.makeListener()
        source.forward(to: listener) { $0 == 2 ? nil : "\($0)" }
        for number in 1...3 { source.emit(number) }
        #expect(listener.state == ["1", "3"])
        await source.close()
        #expect(!listener.isClosed)

        let second = NumberCubit(0)
        second.forward(to: listener) { "\($0)" }
        await listener.close()
        second.emit(1)
        #expect(listener.state == ["1", "3"])
        #expect(!second.isClosed)
    }

    @Test("neither bloc keeps the other alive, and the listener that closed leaves nothing behind")
    func released() async {
        let listener = Self.makeListener()
        await expectDeallocated { () -> NumberCubit in
            let source = NumberCubit(0)
            source.forward(to: listener) { "\($0)" }
            return source
        }
        let manager = BlocManager()
        let source = manager.bloc(for: BlocKey<NumberCubit>("source")) { NumberCubit(0) }
        await expectDeallocated { () -> TextBloc in
            let listener = Self.makeListener()
            source.forward(to: listener) { "\($0)" }
            return listener
        }
        let released = Log<Int>()
        source.forward(to: listener) { [witness = Witness { released.append(1) }] _ in
            witness.look()
            return nil
        }
        #expect(manager.leaks().isEmpty, "a listener is not a subscriber that a report of leaks counts")
        #expect(released.entries.isEmpty)
        await listener.close()
        #expect(released.entries == [1])
        #expect(manager.leaks().isEmpty)
        await manager.closeAll()
    }

    @Test("states under contention arrive in the order of publishing, the last one too when the source closes itself")
    func order() async {
        let source = NumberBloc(0) { bloc in
            bloc.on { event, emit in
                emit(emit.state + 1)
                if event == 1 { emit.close(.drain) }
            }
        }
        let listener = Self.makeListener()
        source.forward(to: listener) { "\($0)" }
        await race(4) { _ in
            for _ in 0..<100 { source.add(0) }
        }
        source.add(1)
        await source.close()
        while listener.state.count < source.state { await Task.yield() }
        #expect(listener.state == (1...source.state).map(String.init))
    }
}
