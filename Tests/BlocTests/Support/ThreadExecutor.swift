import Bloc
import Foundation

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
