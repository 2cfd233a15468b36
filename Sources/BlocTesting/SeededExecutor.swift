import Bloc

/// Runs tasks one job at a time, in an order that a seed decides.
///
/// Whenever a job ends or suspends, the next one is drawn from all that are ready. The same seed draws the same order as
/// long as everything runs on this executor: a bloc takes it through `BlocContext`, a task by its executor preference,
/// which child tasks and actors without an executor of their own inherit. `exploreSchedules` sets all of this up.
public final class SeededExecutor: TaskExecutor, Sendable {
    private struct Guarded {
        var ready: [UnownedJob] = []
        var generator: SplitMix64
    }

    /// What decides the order.
    public let seed: UInt64
    private let guarded: Lock<Guarded>

    /// Creates an executor without jobs.
    ///
    /// - Parameter seed: What decides the order.
    public init(seed: UInt64) {
        self.seed = seed
        guarded = Lock(Guarded(generator: SplitMix64(seed: seed)))
    }

    /// Makes a job ready to be drawn.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guarded.withLock { $0.ready.append(job) }
    }

    /// Runs jobs on the calling thread until none is ready.
    ///
    /// Only one caller at a time.
    ///
    /// - Returns: How many ran.
    @discardableResult
    public func runUntilIdle() -> Int {
        var count = 0
        while let job = draw() {
            job.runSynchronously(on: asUnownedTaskExecutor())
            count += 1
        }
        return count
    }

    private func draw() -> UnownedJob? {
        guarded.withLock { guarded in
            guard !guarded.ready.isEmpty else { return nil }
            let index = Int.random(in: guarded.ready.indices, using: &guarded.generator)
            return guarded.ready.remove(at: index)
        }
    }
}
