import Bloc
import Foundation

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
