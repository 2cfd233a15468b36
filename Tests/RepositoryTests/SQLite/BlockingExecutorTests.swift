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

    /// A counter that tasks can share.
    private final class Counter: Sendable {
        private let number = Mutex(0)

        var value: Int { number.withLock { $0 } }

        func increment() { number.withLock { $0 += 1 } }
    }

    @Test(.watched) func `actors that block leave the threads of other tasks free`() async {
        let semaphore = DispatchSemaphore(value: 0)
        // More blocked actors than Swift's pool has threads.
        let count = ProcessInfo.processInfo.activeProcessorCount + 2
        let started = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    started.increment()
                    await Blocked().wait(for: semaphore)
                }
            }
            // Runs on the pool while all of them block.
            while started.value < count, !Task.isCancelled { await Task.yield() }
            for _ in 0..<count { semaphore.signal() }
        }
        #expect(started.value == count)
    }
}
