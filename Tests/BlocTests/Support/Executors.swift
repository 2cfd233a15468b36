import Bloc
import Foundation
import TestWatch

/// Keeps the jobs of tasks until the test runs them, in order, on its own thread, or opens it.
final class StepExecutor: TaskExecutor {
    private struct Guarded {
        /// Whether each job runs on a thread of its own, which may block.
        var isOpen: Bool
        var jobs: [UnownedJob] = []
    }

    private let guarded: Lock<Guarded>
    /// One entry for each job that was kept.
    private let added = Log<Void>()

    init(isOpen: Bool = false) { guarded = Lock(Guarded(isOpen: isOpen)) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isOpen = guarded.withLock { guarded in
            if !guarded.isOpen { guarded.jobs.append(job) }
            return guarded.isOpen
        }
        guard isOpen else { return added.append(()) }
        let executor = asUnownedTaskExecutor()
        Thread.detachNewThread { job.runSynchronously(on: executor) }
    }

    /// Runs jobs until none waits.
    func run() {
        while true {
            let job = guarded.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
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

    /// Runs the jobs that wait, and leaves later ones to threads of their own.
    func open() {
        guarded.withLock { $0.isOpen = true }
        run()
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
    let executor = StepExecutor()
    let task = Task(executorPreference: executor, operation: body)
    executor.open()
    return task
}
