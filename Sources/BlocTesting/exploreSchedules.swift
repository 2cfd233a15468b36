import Bloc
public import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs a body under many different orders of its tasks, and reports the seed of the first order that fails.
///
/// The body, its child tasks, the blocs that it creates and their handlers run one job at a time on a ``SeededExecutor``, which
/// uses the seed to choose the next job. Time is the run's manual clock: it moves to the next sleeper when nothing else can
/// run. So a seed always produces the same order, as long as the body doesn't wait for anything outside: other executors, the
/// main actor, real clocks. Start non-child tasks on the executor of the run: `Task(executorPreference: run.executor) { … }`.
///
/// ```swift
/// @Test func lateAnswerNeverWins() async {
///     await exploreSchedules { run in
///         let bloc = SearchBloc(service: StubService())
///         let receipts = [bloc.add(.typed("a")), bloc.add(.typed("ab"))]
///         for receipt in receipts { _ = await receipt.outcome }
///         #expect(bloc.state == .results(for: "ab"))
///         await bloc.close()
///     }
/// }
/// ```
///
/// The message of a failure contains the seed. To repeat only that order, pass the seed as `replaying`, or set the
/// environment variable `BLOC_SCHEDULE_SEED`:
///
/// ```text
/// BLOC_SCHEDULE_SEED=17 swift test --filter lateAnswerNeverWins
/// ```
///
/// - Parameters:
///   - seeds: The seeds to try, in order, until one fails.
///   - seed: The only seed to run, instead of `seeds`; by default the seed from the environment, if any.
///   - sourceLocation: The location for failures if the body throws or gets stuck, by default the caller's line.
///   - body: Creates blocs, lets them work, checks the results, and closes them.
public func exploreSchedules(
    seeds: Range<UInt64> = 0..<100,
    replaying seed: UInt64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (ScheduleRun) async throws -> Void
) async {
    let only = seed ?? ProcessInfo.processInfo.environment[seedVariable].flatMap(UInt64.init)
    for seed in only.map({ [$0] }) ?? Array(seeds) {
        guard await ScheduleRun(seed: seed).passes(sourceLocation, body) else { return }
    }
}

/// The environment variable with the only seed to run.
private let seedVariable = "BLOC_SCHEDULE_SEED"

/// One run of `exploreSchedules`.
public struct ScheduleRun: Sendable {
    /// The seed that determines the order of this run.
    public var seed: UInt64 { executor.seed }
    /// The clock of the blocs in the run; it moves to the next sleeper automatically when nothing else can run.
    public let clock = ManualClock()
    /// The executor of the run, for tasks that aren't child tasks.
    ///
    /// ```swift
    /// let task = Task(executorPreference: run.executor) { … }
    /// ```
    public let executor: SeededExecutor

    init(seed: UInt64) { executor = SeededExecutor(seed: seed) }

    /// Runs a body in the order that the seed determines.
    ///
    /// - Returns: Whether it passed without an issue.
    func passes(
        _ sourceLocation: SourceLocation,
        _ body: @escaping @Sendable (ScheduleRun) async throws -> Void
    ) async -> Bool {
        let failed = Lock(false)
        let hint = Comment(
            rawValue: """
                This happened under the task order of seed \(seed).
                To run it again: \(seedVariable)=\(seed)
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
                try await marking.provideScope(for: test, testCase: .current) { try drive(sourceLocation, body) }
            } else {
                try drive(sourceLocation, body)
            }
        } catch {
            failed.withLock { $0 = true }
            Issue.record(error, hint, sourceLocation: sourceLocation)
        }
        return failed.withLock { !$0 }
    }

    /// Runs jobs, and moves the clock when there are none, until the body has ended or is stuck.
    private func drive(
        _ sourceLocation: SourceLocation,
        _ body: @escaping @Sendable (ScheduleRun) async throws -> Void
    ) throws {
        let end = Awaitable<Result<Void, any Error>?>(nil)
        let task = BlocContext.with { context in
            context.clock = BlocClock(clock)
            context.executor = executor
        } _: {
            Task(executorPreference: executor) {
                do {
                    try await body(self)
                    end.change { $0 = .success(()) }
                } catch {
                    end.change { $0 = .failure(error) }
                }
            }
        }
        repeat {
            executor.runUntilIdle()
            if let end = end.value { return try end.get() }
        } while clock.skipToNextSleeper() != nil
        Issue.record(
            """
            The body is stuck: no task can run and none sleeps.
            It waits for something that never happens, or for something outside the run: a task that is neither a child \
            nor on the executor of the run, the main actor, or a real clock.
            """,
            sourceLocation: sourceLocation
        )
        // Tasks that react to cancellation end here; all others never run again.
        task.cancel()
        executor.runUntilIdle()
    }
}
