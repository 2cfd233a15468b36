import Bloc

/// An executor that runs one job at a time, in an order determined by a seed.
///
/// Whenever a job ends or suspends, the next one is drawn at random from all ready jobs. The same seed produces the
/// same order, as long as everything runs on this executor: a bloc gets it through `BlocContext`, and a task through
/// its executor preference, which child tasks and default actors inherit. `exploreSchedules` sets up all of this.
public final class SeededExecutor: TaskExecutor, Sendable {
    private struct Guarded {
        var ready: [UnownedJob] = []
        var generator: SplitMix64
    }

    /// The seed of the order.
    public let seed: UInt64
    private let guarded: Lock<Guarded>

    /// Creates an executor without jobs.
    ///
    /// - Parameter seed: The seed of the order.
    public init(seed: UInt64) {
        self.seed = seed
        guarded = Lock(Guarded(generator: SplitMix64(seed: seed)))
    }

    /// Adds a ready job.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        guarded.withLock { $0.ready.append(job) }
    }

    /// Runs jobs on the calling thread until none are ready; only one caller at a time.
    ///
    /// - Returns: The number of jobs that ran.
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

/// The random number generator SplitMix64: the same seed produces the same numbers on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// An executor that runs jobs one after another, and whose idleness can be awaited.
///
/// The blocs of a harness run on it: when it is idle, all of their unfinished work is waiting for something outside.
final class QueueExecutor: TaskExecutor {
    private struct Jobs: Sendable {
        var waiting: [UnownedJob] = []
        /// Whether a task is running jobs.
        var isBusy = false
    }

    private let jobs = Awaitable(Jobs())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let begins = jobs.change { jobs in
            jobs.waiting.append(job)
            defer { jobs.isBusy = true }
            return !jobs.isBusy
        }
        if begins { Task.detached { self.runWaiting() } }
    }

    private func runWaiting() {
        while let batch = nextBatch() {
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    private func nextBatch() -> [UnownedJob]? {
        jobs.change { jobs in
            if jobs.waiting.isEmpty {
                jobs.isBusy = false
                return nil
            }
            defer { jobs.waiting = [] }
            return jobs.waiting
        }
    }

    /// Waits until no job is running or waiting, on this executor or on the main actor.
    func idle() async throws {
        repeat {
            _ = try await jobs.first { $0.isBusy ? nil : true }
            // Lets work that a job enqueued on the main actor run before the next check.
            await MainActor.run {}
        } while jobs.value.isBusy
    }
}
