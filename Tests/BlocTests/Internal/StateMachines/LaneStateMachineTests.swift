import TestWatch
import Testing

@testable import Bloc

@Suite(.watched) struct LaneStateMachineTests {
    @Test("an event that starts runs at once, beside others")
    func starting() {
        var lane = LaneStateMachine()
        #expect(lane.arrived(1, step: .start) == .start)
        #expect(lane.arrived(2, step: .start) == .start)
        #expect(lane.running == [1, 2])
        #expect(lane.waiting.isEmpty)
    }

    @Test("a queued event starts if the lane is idle, otherwise waits for all before it")
    func queueing() {
        var lane = LaneStateMachine()
        #expect(lane.arrived(1, step: .queue) == .start)
        #expect(lane.arrived(2, step: .queue) == .wait)
        #expect(lane.arrived(3, step: .queue) == .wait)
        #expect(lane.waiting == [2, 3])
        #expect(lane.removed(1) == [2])
        #expect(lane.running == [2])
        #expect(lane.removed(2) == [3])
        #expect(lane.removed(3).isEmpty)
        #expect(lane.running.isEmpty)
    }

    @Test("a queued event waits for all running events")
    func queueingBehindSeveral() {
        var lane = LaneStateMachine()
        _ = lane.arrived(1, step: .start)
        _ = lane.arrived(2, step: .start)
        #expect(lane.arrived(3, step: .queue) == .wait)
        #expect(lane.removed(1).isEmpty)
        #expect(lane.removed(2) == [3])
    }

    @Test("an event that starts after others waits for just these")
    func startingAfter() {
        var lane = LaneStateMachine()
        _ = lane.arrived(1, step: .start)
        _ = lane.arrived(2, step: .start)
        #expect(lane.arrived(3, step: .startAfter([1])) == .wait)
        #expect(lane.arrived(4, step: .startAfter([1, 2])) == .wait)
        #expect(lane.arrived(5, step: .startAfter([3])) == .wait)
        #expect(lane.removed(1) == [3])
        #expect(lane.running == [2, 3])
        #expect(lane.removed(3) == [5])
        #expect(lane.removed(2) == [4])
    }

    @Test("numbers that are not in the lane count as ended")
    func startingAfterStrangers() {
        var lane = LaneStateMachine()
        #expect(lane.arrived(1, step: .startAfter([77])) == .start)
        #expect(lane.arrived(2, step: .startAfter([77, 1])) == .wait)
        #expect(lane.removed(1) == [2])
    }

    @Test("one end can release several events, in order")
    func severalReady() {
        var lane = LaneStateMachine()
        _ = lane.arrived(1, step: .start)
        _ = lane.arrived(2, step: .startAfter([1]))
        _ = lane.arrived(3, step: .startAfter([1]))
        #expect(lane.removed(1) == [2, 3])
        #expect(lane.running == [2, 3])
    }

    @Test("a dropped event leaves no trace")
    func dropping() {
        var lane = LaneStateMachine()
        #expect(lane.arrived(1, step: .drop) == .drop)
        #expect(lane.running.isEmpty)
        #expect(lane.waiting.isEmpty)
        #expect(lane.removed(1).isEmpty)
    }

    @Test("a waiting event can leave, and later ones move up")
    func leavingWhileWaiting() {
        var lane = LaneStateMachine()
        for event in 1...4 as ClosedRange<UInt64> { _ = lane.arrived(event, step: .queue) }
        #expect(lane.removed(3).isEmpty)
        #expect(lane.removed(2).isEmpty)
        #expect(lane.waiting == [4])
        #expect(lane.removed(1) == [4])
    }

    @Test("a waiting event that leaves releases the events that wait for it alone")
    func leavingFrees() {
        var lane = LaneStateMachine()
        _ = lane.arrived(1, step: .start)
        _ = lane.arrived(2, step: .startAfter([1]))
        _ = lane.arrived(3, step: .startAfter([2]))
        #expect(lane.removed(2) == [3])
        #expect(lane.running == [1, 3])
    }
}

@Suite(.watched) struct LaneTableTests {
    @Test("untouched lanes are empty and have no index")
    func untouched() {
        let table = LaneTable(count: 3)
        #expect(table.count == 3)
        #expect(table.indices.isEmpty)
        #expect(!table[2].isWaiting(1))
    }

    @Test("an event is only in the lane that it entered")
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

    @Test("a lane that was not known is idle until an event enters it")
    func beyond() {
        var table = LaneTable(count: 1)
        #expect(table.isIdle(0))
        #expect(table.isIdle(4))
        #expect(table[0].arrived(7, step: .start) == .start)
        #expect(!table.isIdle(0))
        #expect(table.isIdle(4))
        #expect(table[4].arrived(8, step: .start) == .start)
        #expect(!table.isIdle(4))
        #expect(table.isIdle(3))
    }
}
