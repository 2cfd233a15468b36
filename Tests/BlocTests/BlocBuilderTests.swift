import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocBuilderTests {

    @Test("G10 two handlers for all events stop the program with a message")
    func twoForAll() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = TextBloc([]) { bloc in
                bloc.on { _, _ in }
                bloc.on { _, _ async in }
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("has two handlers for events of type String. An event has one handler."))
        #expect(message.contains("Wrong:\n    bloc.on { event, emit in … }\n    bloc.on { event, emit in … }"))
        #expect(message.contains("Right:\n    bloc.on { event, emit in\n        switch event { … }"))
    }

    @Test("G10 two handlers for one type of events stop the program with a message")
    func twoForOneType() async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ProbeBloc<any Sendable, Int, Never>(0) { bloc in
                bloc.on(.type(Int.self)) { _, _ in }
                bloc.on(.type(String.self)) { _, _ in }
                bloc.on(.type(Int.self)) { _, _ async in }
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("has two handlers for events of type Int."))
    }

    /// Reaches what is deprecated through a requirement that is not.
    private protocol Making {
        static func make() -> NumberBloc
    }

    private enum UnlabeledConditions: Making {
        @available(*, deprecated)
        static func make() -> NumberBloc {
            NumberBloc(0) { bloc in
                bloc.on({ $0 == 1 }) { event, emit in emit(event * 10) }
                bloc.on({ $0 == 2 }, policy: .droppable) { event, emit async in emit(event * 100) }
                bloc.on { event, emit in emit(event) }
            }
        }
    }

    private static func states(of maker: (some Making).Type) async -> [Int] {
        let bloc = maker.make()
        var states: [Int] = []
        for event in 1...3 {
            #expect(await bloc.add(event).word == "handled")
            states.append(bloc.state)
        }
        return states
    }

    @Test("G79 a condition without a label selects its events, and no others")
    func unlabeledConditions() async {
        #expect(await Self.states(of: UnlabeledConditions.self) == [10, 200, 3])
    }
}
