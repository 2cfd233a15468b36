import Bloc
import TestWatch

/// Stores the jobs of tasks until the test runs them, in order, on its own thread.
final class StepExecutor: TaskExecutor {
    private let jobs = Lock<[UnownedJob]>([])
    /// One entry for each job that was added.
    private let added = Log<Void>()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        added.append(())
    }

    /// Runs jobs until none waits.
    func run() {
        while true {
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let job else { return }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// Runs jobs as they are added until a condition holds, or the task is cancelled.
    func run(until isMet: () -> Bool) async {
        while true {
            let count = added.entries.count
            run()
            if isMet() || Task.isCancelled { return }
            await added.wait(forCount: count + 1)
        }
    }
}
