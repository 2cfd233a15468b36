import Bloc
import TestWatch
import Testing

@Suite(.watched) struct ReplayTests {
    @Test("G74 a recording that is replayed on the same bloc gives the same states")
    func replaying() async throws {
        let recorded = EventLogTests.recorded(
            try await EventLogTests.recording(of: [.begin(3), .failing, .begin(0), .begin(1)])
        )
        let result = await replay(recorded) { EventLogTests.countdown() }
        #expect(result.firstDifference == nil)
        #expect(result.replayed.map(\.state) == recorded.map(\.state))
        #expect(result.replayed.map(\.event) == recorded.map(\.event))
    }

    @Test("G74 the first differing transition is reported")
    func differing() async throws {
        let recorded = EventLogTests.recorded(try await EventLogTests.recording(of: [.begin(2)]))
        let result = await replay(recorded) { EventLogTests.countdown(offset: 1) }
        let index = try #require(result.firstDifference)
        #expect(recorded[index].sequence == 2)
        #expect(result.replayed[index].state == 21)
    }

    @Test("G74 missing and additional transitions are differences")
    func counting() async throws {
        let recorded = EventLogTests.recorded(try await EventLogTests.recording(of: [.begin(1)]))
        let fewer = await replay(recorded + [RecordedTransition(sequence: 9, cause: 3, event: nil, state: 7)]) {
            EventLogTests.countdown()
        }
        #expect(fewer.firstDifference == 3)
        let more = await replay(Array(recorded.prefix(2))) { EventLogTests.countdown() }
        #expect(more.firstDifference == 2)
    }
}
