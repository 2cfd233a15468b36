import TestWatch
import Testing

@testable import Repository

@Suite(.watched) struct ChangeSignalTests {
    @Test func `a change between two waits is not missed`() async {
        let signal = ChangeSignal()
        let seen = signal.count
        signal.send()
        await signal.wait(after: seen)
        #expect(signal.count == seen + 1)
    }

    @Test func `a change wakes all waiting tasks and keeps none`() async {
        let signal = ChangeSignal()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { await signal.wait(after: 0) } }
            signal.send()
            await group.waitForAll()
        }
        #expect(signal.waiterCount == 0)
    }

    @Test func `cancelling one waiting task leaves the others waiting`() async {
        let signal = ChangeSignal()
        let tasks = (0..<20).map { _ in Task { await signal.wait(after: 0) } }
        tasks[7].cancel()
        await tasks[7].cancellableValue
        #expect(signal.count == 0)
        signal.send()
        for task in tasks { await task.cancellableValue }
        #expect(signal.waiterCount == 0)
    }
}
