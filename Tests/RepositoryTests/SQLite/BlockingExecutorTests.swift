import Foundation
import Repository
import Synchronization
import TestWatch
import Testing

@Suite struct BlockingExecutorTests {
    private actor Blocked {
        private let executor = BlockingExecutor(label: "test")

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }
    }

    @Test(.watched) func `actors that block leave the threads of other tasks free`() async {
        let semaphore = DispatchSemaphore(value: 0)
        // More blocked actors than Swift's pool has threads.
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let started = Mutex(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    started.withLock { $0 += 1 }
                    await Blocked().wait(for: semaphore)
                }
            }
            // Runs on the pool while all of them block.
            while started.withLock({ $0 }) < count, !Task.isCancelled { await Task.yield() }
            for _ in 0..<count { semaphore.signal() }
        }
        #expect(started.withLock { $0 } == count)
    }
}
