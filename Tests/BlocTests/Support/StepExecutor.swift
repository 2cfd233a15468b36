import Bloc

/// Keeps the jobs of tasks until a test runs them, in the order in which they came, on the test's thread.
final class StepExecutor: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs what waits, and what comes of it, until nothing waits.
    func run() {
        while true {
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
