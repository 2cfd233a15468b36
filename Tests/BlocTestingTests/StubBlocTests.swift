import Bloc
import BlocTesting
import TestWatch
import Testing

@Suite(.watched) struct StubBlocTests {
    @Test("G82 a stub shows the states and emits the effects that a test dictates")
    func states() async {
        let bloc = StubBloc(initialState: 0, name: "stub", events: String.self, effects: Int.self)
        let (states, effects) = (bloc.states, bloc.effects)
        bloc.show(1)
        #expect(bloc.state == 1)
        bloc.show(1)
        bloc.show(2)
        for effect in [1, 2] { bloc.emit(effect) }
        await bloc.close()
        bloc.show(3)
        #expect(await states.reduce(into: []) { $0.append($1) } == [0, 1, 2])
        #expect(bloc.state == 2)
        #expect(await effects.reduce(into: []) { $0.append($1) } == [1, 2])
        #expect(bloc.core.id.name == "stub")
    }

    @Test("G82 a stub records the events that it is given and does nothing with them")
    func events() async throws {
        let bloc = StubBloc(initialState: 0, events: String.self)
        async let three = bloc.receivedEvents(count: 3)
        for event in ["a", "b", "c"] { #expect(await bloc.add(event).outcome.isHandled) }
        #expect(try await three == ["a", "b", "c"])
        #expect(bloc.receivedEvents == ["a", "b", "c"])
        #expect(bloc.state == 0)
    }

    @Test("G82 a stub can replace any bloc of its events and states")
    func place() {
        let stub = StubBloc(initialState: 0, events: Int.self)
        let bloc: any Bloc<Int, Int> = stub
        send(3, to: bloc)
        #expect(stub.receivedEvents == [3])
    }

    private func send(_ number: Int, to bloc: some Bloc<Int, Int>) {
        bloc.add(number)
    }
}
