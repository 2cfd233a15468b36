import Bloc
import Foundation
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

/// Runs each job on a thread of its own, which may block.
final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        Thread.detachNewThread { job.runSynchronously(on: executor) }
    }
}

extension TaskExecutor {
    /// Creates a bloc whose async handlers run on this executor.
    func hosting<Result>(_ create: () -> Result) -> Result {
        BlocContext.with({ $0.executor = self }, create)
    }
}

/// Starts a task whose part before its first suspension has run when this returns.
func started(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let executor = StartExecutor()
    let task = Task(executorPreference: executor, operation: body)
    executor.start()
    return task
}

/// Runs the first jobs in `start()`, and later ones on threads of their own.
private final class StartExecutor: TaskExecutor {
    private struct Guarded {
        var isStarted = false
        var jobs: [UnownedJob] = []
    }

    private let guarded = Lock(Guarded())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStarted = guarded.withLock { guarded in
            if !guarded.isStarted { guarded.jobs.append(job) }
            return guarded.isStarted
        }
        let executor = asUnownedTaskExecutor()
        if isStarted { Thread.detachNewThread { job.runSynchronously(on: executor) } }
    }

    func start() {
        let jobs = guarded.withLock { guarded in
            guarded.isStarted = true
            return guarded.jobs
        }
        for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
