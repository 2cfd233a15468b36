import Bloc
import Testing

/// The run of a body under one order of its tasks.
struct ScheduleExploration: Sendable {
    private let run: ScheduleRun
    private let sourceLocation: SourceLocation

    init(seed: UInt64, sourceLocation: SourceLocation) {
        run = ScheduleRun(clock: ManualClock(), executor: SeededExecutor(seed: seed))
        self.sourceLocation = sourceLocation
    }

    /// Runs the body.
    ///
    /// - Returns: Whether it passed without an issue.
    func passes(_ body: @escaping @Sendable (ScheduleRun) async throws -> Void) async -> Bool {
        let failed = Lock(false)
        let hint = Comment(
            rawValue: """
                This happened under the task order of seed \(run.seed).
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

    /// Runs jobs, and moves the clock when there are none, until the body has ended or is stuck.
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
        // Tasks that react to cancellation end here; the others never run again.
        task.cancel()
        run.executor.runUntilIdle()
    }

    private func reportStuck() {
        Issue.record(
            """
            The body is stuck: no task can run and none sleeps.
            It waits for something that never happens, or for something outside the run: a task that is neither a child \
            nor on the executor of the run, the main actor, or a real clock.
            """,
            sourceLocation: sourceLocation
        )
    }
}

/// The random generator SplitMix64: the same seed gives the same numbers on every machine.
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
