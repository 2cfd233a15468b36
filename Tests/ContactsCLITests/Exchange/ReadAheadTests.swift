import Foundation
import Synchronization
import Testing

@testable import ContactsCLI

@Suite(.timeLimit(.minutes(20)))
struct ReadAheadTests {
    private struct Broken: Error {}

    @Test func `all come in their order, then the end`() throws {
        let left = Mutex(Array((1...100).reversed()))
        let numbers = ReadAhead { left.withLock { $0.popLast() } }
        var read: [Int] = []
        while let number = try numbers.next() { read.append(number) }
        #expect(read == Array(1...100))
    }

    @Test func `an error comes in its place`() throws {
        let left = Mutex([2, 1])
        let numbers = ReadAhead<Int> {
            guard let number = left.withLock({ $0.popLast() }) else { throw Broken() }
            return number
        }
        #expect(try numbers.next() == 1)
        #expect(try numbers.next() == 2)
        #expect(throws: Broken.self) { try numbers.next() }
    }

    @Test func `who waits is told at once that there will be none`() async throws {
        let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let numbers = ReadAhead<Int> {
            begun.signal()
            goesOn.wait()
            return 1
        }
        let waiting = Task.detached { try await onThread { try numbers.next() } }
        try await onThread { begun.wait() }
        numbers.stop()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(throws: CancellationError.self) { try numbers.next() }
        goesOn.signal()
    }

    /// Runs what blocks on a thread of its own.
    private func onThread<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        let outcome = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: Swift.Result { try work() }) }
        }
        return try outcome.get()
    }
}
