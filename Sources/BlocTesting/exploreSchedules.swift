import Bloc
public import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Runs a body under many orders of its tasks, and reports the seed of the first order that fails.
///
/// The body, its child tasks, the blocs that it creates and their handlers run one job at a time on a ``SeededExecutor``, which
/// draws each next job by the seed. Time is the manual clock of the run: it moves to the next sleeper when nothing else can run.
/// So one seed always gives one order, as long as the body waits for nothing outside: other executors, the main actor, real
/// clocks. Start a task that is not a child task on the executor of the run: `Task(executorPreference: run.executor) { … }`.
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
/// The message of a failure contains the seed. To run only that order again, pass it as `replaying`, or set the environment
/// variable `BLOC_SCHEDULE_SEED`:
///
/// ```text
/// BLOC_SCHEDULE_SEED=17 swift test --filter lateAnswerNeverWins
/// ```
///
/// - Parameters:
///   - seeds: The seeds to try, in order; it stops at the first that fails.
///   - seed: The only seed to run, instead of `seeds`; by default the one from the environment, if any.
///   - sourceLocation: The location of the failure if the body throws or gets stuck: the line of the caller.
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

/// The environment variable that names the only seed to run.
private let seedVariable = "BLOC_SCHEDULE_SEED"

/// One run of `exploreSchedules`.
public struct ScheduleRun: Sendable {
    /// The seed of the order of this run.
    public var seed: UInt64 { executor.seed }
    /// The clock of the blocs in the run; it moves by itself to the next sleeper when nothing else can run.
    public let clock = ManualClock()
    /// The executor of the run, for tasks that are not child tasks.
    ///
    /// ```swift
    /// let task = Task(executorPreference: run.executor) { … }
    /// ```
    public let executor: SeededExecutor

    init(seed: UInt64) { executor = SeededExecutor(seed: seed) }

    /// Runs a body under the order of the seed.
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
        // Tasks that react to cancellation end here; the others never run again.
        task.cancel()
        executor.runUntilIdle()
    }
}
