import Bloc

/// Stores the jobs of tasks until the test runs them, in order, on its own thread.
final class StepExecutor: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Runs jobs until none waits.
    func run() {
        while true {
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
