/// An executor that runs jobs one after the other, and whose idleness can be awaited.
///
/// The blocs of a harness run on it: when it is idle, all of their work that has not ended waits for something outside.
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

    /// Waits until no job runs or waits, on this executor or on the main actor.
    func idle() async throws {
        repeat {
            _ = try await jobs.first { $0.isBusy ? nil : true }
            // Lets work that a job left to the main actor run before the next check.
            await MainActor.run {}
        } while jobs.value.isBusy
    }
}
