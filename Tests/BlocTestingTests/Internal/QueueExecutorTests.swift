import TestWatch
import Testing

@testable import BlocTesting

@Suite(.watched) struct QueueExecutorTests {
    @Test("the executor is idle when nothing runs or waits on it or on the main actor")
    func idle() async throws {
        let executor = QueueExecutor()
        try await executor.idle()
        let count = Slot<Int>()
        count.set(0)
        for _ in 0..<20 {
            Task(executorPreference: executor) {
                for _ in 0..<10 { await Task.yield() }
                await MainActor.run {}
                count.set((count.value ?? 0) + 1)
            }
        }
        try await executor.idle()
        #expect(count.value == 20)
    }

    @Test("waiting for idleness ends when the waiting task is cancelled")
    func cancelled() async throws {
        let executor = QueueExecutor()
        let goOn = Awaitable(false)
        let spinning = Task(executorPreference: executor) {
            while !goOn.value { await Task.yield() }
        }
        let waiting = Task { try await executor.idle() }
        waiting.cancel()
        _ = await waiting.result
        goOn.change { $0 = true }
        await spinning.value
        try await executor.idle()
    }
}
