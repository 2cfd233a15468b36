import Foundation
import Synchronization
import TestWatch
import Testing

@testable import Repository

@Suite struct InterruptionTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

    @Test func `the sleeps grow, are bounded, and end with the limit or the interruption`() {
        let interruption = Interruption()
        let lockWait = LockWait(limit: 1_000, interruption: interruption)
        let sleeps = (0..<500).map { lockWait.sleep(before: $0) }
        let slept = sleeps.prefix { $0 != nil }.compactMap(\.self)
        #expect((20...100).contains(slept.count))
        #expect(slept.allSatisfy { (1...50).contains($0) })
        #expect(sleeps.dropFirst(slept.count).allSatisfy { $0 == nil })
        interruption.request()
        #expect(lockWait.isEnded)
        #expect(lockWait.sleep(before: 0) == nil)
    }

    @Test func `a wait of more than a second is reported, once`() {
        let reports = Mutex(0)
        let interruption = Interruption { reports.withLock { $0 += 1 } }
        let lockWait = LockWait(limit: 5_000, interruption: interruption)
        func wait(_ milliseconds: Int) {
            var slept = 0
            var attempt = 0
            while slept < milliseconds, let sleep = lockWait.sleep(before: attempt) {
                slept += Int(sleep)
                attempt += 1
            }
        }
        // Each of them is short, however many there are.
        for _ in 0..<5 { wait(900) }
        #expect(reports.withLock { $0 } == 0)
        for _ in 0..<3 { wait(1_200) }
        #expect(reports.withLock { $0 } == 1)
    }

    @Test func `a transaction that is interrupted stores nothing`() async throws {
        let interruption = Interruption()
        let database = ContactDatabase(path: path, interruption: interruption)
        try database.writing { try $0.execute("INSERT INTO journal (title, at) VALUES ('before', 0)") }
        #expect(throws: CancellationError.self) {
            try database.writing { connection in
                try connection.execute("INSERT INTO journal (title, at) VALUES ('after', 0)")
                interruption.request()
            }
        }
        database.close()
        #expect(try SQLiteConnection(path: path, mode: .readOnly).integer("SELECT count(*) FROM journal") == 1)
    }
}

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
        let (starts, start) = AsyncStream<Void>.makeStream()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<count {
                group.addTask {
                    start.yield()
                    await Blocked().wait(for: semaphore)
                }
            }
            // Runs on the pool while all of them block.
            var started = 0
            for await _ in starts {
                started += 1
                if started == count { break }
            }
            for _ in 0..<count { semaphore.signal() }
        }
    }
}
