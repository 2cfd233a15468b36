import Repository
import Synchronization
import Testing

@Suite struct SingleFlightTests {
    private let flight = SingleFlight<String, Int>()

    /// Work that ends when the gate opens.
    private final class Gate: Sendable {
        private let stream = AsyncStream<Void>.makeStream()
        private let counts = Mutex((begun: 0, cancelled: 0))
        private let beginnings = AsyncStream<Void>.makeStream()

        var begun: Int { counts.withLock { $0.begun } }
        var cancelled: Int { counts.withLock { $0.cancelled } }

        func open() { stream.continuation.finish() }

        func hasBegun() async {
            for await _ in beginnings.stream { break }
        }

        @Sendable func work() async throws -> Int {
            let number = counts.withLock { counts in
                counts.begun += 1
                return counts.begun
            }
            beginnings.continuation.yield()
            for await _ in stream.stream {}
            if Task.isCancelled {
                counts.withLock { $0.cancelled += 1 }
                throw CancellationError()
            }
            return number
        }
    }

    @Test func `behaviours 20 and 21: those who want the same share the work, and nothing is left of it`() async throws
    {
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await self.flight.run("a", gate.work) } }
            await gate.hasBegun()
            gate.open()
            var results: Set<Int> = []
            for try await result in group { results.insert(result) }
            // All who came while it ran got the same; who came later began anew.
            #expect(results.count == gate.begun)
        }
        #expect(flight.count == 0)
    }

    @Test func `another key is other work`() async throws {
        let first = Gate()
        let second = Gate()
        second.open()
        let task = Task { try await flight.run("a", first.work) }
        await first.hasBegun()
        #expect(try await flight.run("b", second.work) == 1)
        first.open()
        #expect(try await task.value == 1)
    }

    @Test func `what is done is done anew next time`() async throws {
        let gate = Gate()
        gate.open()
        #expect(try await flight.run("a", gate.work) == 1)
        #expect(try await flight.run("a", gate.work) == 2)
    }

    @Test func `an error reaches whoever waits`() async {
        struct Problem: Error {}
        await #expect(throws: Problem.self) { try await flight.run("a") { throw Problem() } }
    }

    @Test func `behaviour 67: one who leaves does not disturb the other`() async throws {
        let gate = Gate()
        let first = Task { try await flight.run("a", gate.work) }
        await gate.hasBegun()
        let second = Task { try await flight.run("a", gate.work) }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.open()
        #expect(try await first.value == 1)
        #expect(gate.cancelled == 0)
    }

    @Test func `behaviour 22: the last one to leave ends the work`() async {
        let gate = Gate()
        let task = Task { try await flight.run("a", gate.work) }
        await gate.hasBegun()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.begun == 1)
        #expect(flight.count == 0)
    }

    @Test func `who was cancelled before begins nothing`() async {
        let gate = Gate()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await flight.run("a", gate.work)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(gate.begun == 0)
    }
}
