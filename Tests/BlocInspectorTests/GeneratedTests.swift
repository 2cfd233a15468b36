import BlocInspector
import Testing

/// 2 of 3 recorded events still lead to this state.
@Test func `room repeats what run.jsonl has`() async throws {
    let events = [
        #"{"raised":{"by":1}}"#,
        #"{"raised":{"by":2}}"#,
    ]
    let steps = try await replaySteps(events) { RoomBloc() }
    #expect(
        steps.flatMap(\.states) == [
            #"{"count":1,"names":["n1"],"phase":"busy"}"#,
            #"{"count":3,"names":["n1","n2"],"phase":"busy"}"#,
        ]
    )
}
