import Testing

@testable import Bloc

@Suite struct LaneTableTests {
    @Test("lanes that nothing entered are empty and named by no index")
    func untouched() {
        let table = LaneTable(count: 3)
        #expect(table.count == 3)
        #expect(table.indices.isEmpty)
        #expect(!table[2].isWaiting(1))
    }

    @Test("what enters a lane is in that lane alone")
    func entering() {
        var table = LaneTable(count: 3)
        let step = LaneDecision.Step.queue
        #expect(table[1].arrived(7, step: step) == .start)
        #expect(table[1].arrived(8, step: step) == .wait)
        #expect(table.indices == 0..<3)
        #expect(table[1].isWaiting(8))
        #expect(!table[0].isWaiting(8))
        #expect(!table[2].isWaiting(8))
    }
}
