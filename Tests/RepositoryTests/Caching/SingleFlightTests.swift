import Repository
import Synchronization
import TestWatch
import Testing

@Suite(.watched) struct SingleFlightTests {
    private let flight = SingleFlight<String, Int>()

    /// Work that ends when the gate is opened.
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

    @Test func `callers with one key share a task, and nothing is left of it`() async throws {
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await self.flight.run("a", gate.work) } }
            await gate.hasBegun()
            gate.open()
            var results: Set<Int> = []
            for try await result in group { results.insert(result) }
            // Callers during the run share its result; later ones start another run.
            #expect(results.count == gate.begun)
        }
        #expect(flight.count == 0)
    }

    @Test func `another key is another task`() async throws {
        let first = Gate()
        let second = Gate()
        second.open()
        let task = Task { try await flight.run("a", first.work) }
        await first.hasBegun()
        #expect(try await flight.run("b", second.work) == 1)
        first.open()
        #expect(try await task.cancellableValue == 1)
    }

    @Test func `a finished result is not cached`() async throws {
        let gate = Gate()
        gate.open()
        #expect(try await flight.run("a", gate.work) == 1)
        #expect(try await flight.run("a", gate.work) == 2)
    }

    @Test func `an error reaches the callers`() async {
        struct Problem: Error {}
        await #expect(throws: Problem.self) { try await flight.run("a") { throw Problem() } }
    }

    @Test(arguments: [true, false])
    func `cancelling one caller does not disturb the other`(isFirst: Bool) async throws {
        let gate = Gate()
        let first = Task { try await flight.run("a", gate.work) }
        await gate.hasBegun()
        let second = Task { try await flight.run("a", gate.work) }
        // Who is cancelled earlier never joins.
        while flight.waiterCount("a") < 2 { await Task.yield() }
        let (leaving, staying) = isFirst ? (first, second) : (second, first)
        leaving.cancel()
        await #expect(throws: CancellationError.self) { try await leaving.cancellableValue }
        gate.open()
        #expect(try await staying.cancellableValue == 1)
        #expect(gate.cancelled == 0)
        #expect(gate.begun == 1)
    }

    @Test func `cancelling the last caller cancels the task`() async {
        let gate = Gate()
        let task = Task { try await flight.run("a", gate.work) }
        await gate.hasBegun()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.cancellableValue }
        #expect(gate.begun == 1)
        #expect(flight.count == 0)
    }

    @Test func `who comes after the last caller was cancelled joins a task of its own`() async throws {
        let gates = (old: Gate(), new: Gate())
        let end = AsyncStream<Void>.makeStream()
        let old = Task {
            try await flight.run("a") {
                _ = try? await gates.old.work()
                // Goes on although it was cancelled.
                await Task { for await _ in end.stream {} }.value
                return 1
            }
        }
        await gates.old.hasBegun()
        old.cancel()
        await #expect(throws: CancellationError.self) { try await old.cancellableValue }
        let new = Task {
            try await flight.run("a") {
                _ = try await gates.new.work()
                return 2
            }
        }
        await gates.new.hasBegun()
        // The result of the task that nobody waits for is nobody's.
        end.continuation.finish()
        gates.new.open()
        #expect(try await new.cancellableValue == 2)
        #expect(flight.count == 0)
    }

    @Test func `a caller that is already cancelled starts nothing`() async {
        let gate = Gate()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await flight.run("a", gate.work)
        }
        await #expect(throws: CancellationError.self) { try await task.cancellableValue }
        #expect(gate.begun == 0)
    }
}
