import Foundation
import RepositoryDoubles
import TestWatch
import Testing

@testable import Repository

@Suite struct InterruptionTests {
    private let temporary = TemporaryFolder()
    private var path: String { temporary.database }

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
