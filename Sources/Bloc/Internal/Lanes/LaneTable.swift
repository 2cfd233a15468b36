/// The lanes of a bloc, by number; no memory is taken before an event enters one.
struct LaneTable: Sendable {
    /// How many lanes there are.
    let count: Int
    private var lanes: [LaneStateMachine] = []

    init(count: Int) {
        self.count = count
    }

    var indices: Range<Int> { lanes.indices }

    subscript(index: Int) -> LaneStateMachine {
        get { lanes.isEmpty ? LaneStateMachine() : lanes[index] }
        _modify {
            if lanes.isEmpty { lanes = Array(repeating: LaneStateMachine(), count: count) }
            yield &lanes[index]
        }
    }
}
