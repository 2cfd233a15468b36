import Bloc
import TestWatch
import Testing

@Suite(.watched) struct BlocBuilderTests {
    @Test("G10 synchronous and async handlers are registered the same way")
    func bothKinds() async {
        let bloc = ProbeBloc<any Sendable, [String], Never>([]) { bloc in
            bloc.on(Int.self) { event, emit in emit.update { $0.append("sync \(event)") } }
            bloc.on(String.self) { event, emit async in emit.update { $0.append("async \(event)") } }
            bloc.on(where: { $0 is Bool }) { event, emit in emit.update { $0.append("fits \(event)") } }
            bloc.on { event, emit async in emit.update { $0.append("rest \(event)") } }
        }
        for event in [1, "two", true, 4.0] as [any Sendable] {
            #expect(await bloc.add(event).word == "handled")
        }
        #expect(bloc.state == ["sync 1", "async two", "fits true", "rest 4.0"])
    }

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
                bloc.on(Int.self) { _, _ in }
                bloc.on(String.self) { _, _ in }
                bloc.on(Int.self) { _, _ async in }
            }
        }
        let message = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(message.contains("has two handlers for events of type Int."))
    }
}
