import Bloc
import Foundation

/// Runs each job on a thread of its own, which may block.
final class ThreadExecutor: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        Thread.detachNewThread { job.runSynchronously(on: executor) }
    }

    /// Creates a bloc whose async handlers run on threads of their own.
    static func hosting<Result>(_ create: () -> Result) -> Result {
        BlocContext.with({ $0.executor = ThreadExecutor() }, create)
    }
}
