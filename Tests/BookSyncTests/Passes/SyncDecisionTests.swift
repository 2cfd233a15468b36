import Testing

@testable import BookSync

@Suite struct SyncDecisionTests {
    @Test func `every combination has its decision`() {
        let table: [[SyncDecision]] = [
            [.nothing, .pull, .removeHere],
            [.push, .merge, .createThere],
            [.removeThere, .restoreHere, .forget],
        ]
        for (row, here) in SyncSide.allCases.enumerated() {
            for (column, there) in SyncSide.allCases.enumerated() {
                #expect(SyncDecision(here: here, there: there) == table[row][column], "\(here), \(there)")
            }
        }
    }
}
