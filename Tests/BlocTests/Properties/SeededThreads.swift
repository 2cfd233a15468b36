import BlocTesting
import Foundation

extension SplitMix64 {
    /// The seeds of a random test, or the one that `BLOC_SEED` repeats; a failure names its seed.
    static func seeds(_ count: UInt64, new: Int) -> [UInt64] {
        if let seed = ProcessInfo.processInfo.environment["BLOC_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(0..<count) + (0..<new).map { _ in UInt64.random(in: 1_000...(.max)) }
    }
}

/// Runs system threads one at a time; at each gate a seed draws the thread that goes on.
///
/// What the threads wait for must be a gate: a thread that holds a lock at a gate could stop all others. Unchecked: the
/// condition guards everything that changes.
final class SeededThreads: @unchecked Sendable {
    private let condition = NSCondition()
    private var generator: SplitMix64
    private var ready: [Int]
    private var current: Int?
    private var numbers: [ObjectIdentifier: Int] = [:]

    private init(seed: UInt64, count: Int) {
        generator = SplitMix64(seed: seed)
        ready = Array(0..<count)
    }

    /// Runs the bodies to their ends, each on a thread of its own.
    static func run(seed: UInt64, _ bodies: [@Sendable (SeededThreads) -> Void]) async {
        let threads = SeededThreads(seed: seed, count: bodies.count)
        threads.condition.withLock { threads.choose() }
        await withTaskGroup(of: Void.self) { group in
            for (number, body) in bodies.enumerated() {
                group.addTask {
                    await onThread {
                        threads.begin(number)
                        body(threads)
                        threads.end(number)
                    }
                }
            }
        }
    }

    /// Lets another thread go on, or this one.
    ///
    /// Threads that the test did not start pass.
    func gate() {
        condition.withLock {
            guard let number = numbers[ObjectIdentifier(Thread.current)] else { return }
            ready.append(number)
            choose()
            wait(number)
        }
    }

    private func begin(_ number: Int) {
        condition.withLock {
            numbers[ObjectIdentifier(Thread.current)] = number
            wait(number)
        }
    }

    private func end(_ number: Int) {
        condition.withLock {
            numbers[ObjectIdentifier(Thread.current)] = nil
            choose()
        }
    }

    private func choose() {
        ready.sort()
        current = ready.isEmpty ? nil : ready.remove(at: Int.random(in: ready.indices, using: &generator))
        condition.broadcast()
    }

    private func wait(_ number: Int) {
        while current != number { condition.wait() }
    }
}
