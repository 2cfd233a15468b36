import Foundation
import Repository
import Synchronization
import Testing

@Suite struct BlockingExecutorTests {
    private actor Blocked {
        private let executor = BlockingExecutor(label: "test")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func wait(for semaphore: DispatchSemaphore) -> Bool { semaphore.wait(timeout: .now() + 60) == .success }
    }

    @Test(.timeLimit(.minutes(20))) func `actors that block leave the threads of other tasks free`() async {
        let semaphore = DispatchSemaphore(value: 0)
        // More blocked actors than Swift's pool has threads.
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let started = Mutex(0)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask {
                    started.withLock { $0 += 1 }
                    return await Blocked().wait(for: semaphore)
                }
            }
            // Runs on the pool while all of them block.
            while started.withLock({ $0 }) < count { await Task.yield() }
            for _ in 0..<count { semaphore.signal() }
            for await hasWoken in group { #expect(hasWoken) }
        }
    }
}
