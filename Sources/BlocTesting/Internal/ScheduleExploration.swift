import Bloc
import Testing

/// One order of tasks, and how it went.
struct ScheduleExploration: Sendable {
    private let run: ScheduleRun
    private let sourceLocation: SourceLocation

    init(seed: UInt64, sourceLocation: SourceLocation) {
        run = ScheduleRun(clock: ManualClock(), executor: SeededExecutor(seed: seed))
        self.sourceLocation = sourceLocation
    }

    /// Runs the body in this order.
    ///
    /// - Returns: Whether nothing was wrong.
    func passes(_ body: @escaping @Sendable (ScheduleRun) async throws -> Void) async -> Bool {
        let failed = Lock(false)
        let hint = Comment(
            rawValue: """
                This happened in the order of tasks with the seed \(run.seed).
                To run it again: \(ScheduleReplay.variable)=\(run.seed)
                """
        )
        let marking = IssueHandlingTrait.compactMapIssues { issue in
            failed.withLock { $0 = true }
            var issue = issue
            issue.comments.append(hint)
            return issue
        }
        do {
            if let test = Test.current {
                try await marking.provideScope(for: test, testCase: .current) { try drive(body) }
            } else {
                try drive(body)
            }
        } catch {
            failed.withLock { $0 = true }
            Issue.record(error, hint, sourceLocation: sourceLocation)
        }
        return failed.withLock { !$0 }
    }

    /// Runs jobs, and lets time pass when there are none, until the body has ended or can never end.
    private func drive(_ body: @escaping @Sendable (ScheduleRun) async throws -> Void) throws {
        let end = Awaitable<Result<Void, any Error>?>(nil)
        let task = BlocContext.with { context in
            context.clock = BlocClock(run.clock)
            context.executor = run.executor
        } _: { [run] in
            Task(executorPreference: run.executor) {
                do {
                    try await body(run)
                    end.change { $0 = .success(()) }
                } catch {
                    end.change { $0 = .failure(error) }
                }
            }
        }
        repeat {
            run.executor.runUntilIdle()
            if let end = end.value { return try end.get() }
        } while run.clock.skipToNextSleeper() != nil
        reportStuck()
        // What can be cancelled ends here; the rest is never run again.
        task.cancel()
        run.executor.runUntilIdle()
    }

    private func reportStuck() {
        Issue.record(
            """
            The body is stuck: no task can go on and nobody sleeps.
            Either it waits for something that never comes, or for something outside the order: a task that is neither \
            a child nor on the executor of the run, the main actor, a real clock.
            """,
            sourceLocation: sourceLocation
        )
    }
}

/// A generator of random numbers that gives the same ones for the same seed on every machine.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
