import Bloc
public import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
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
    replaying seed: UInt64? = ScheduleReplay.seed,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (ScheduleRun) async throws -> Void
) async {
    for seed in seed.map({ [$0] }) ?? Array(seeds) {
        let exploration = ScheduleExploration(seed: seed, sourceLocation: sourceLocation)
        guard await exploration.passes(body) else { return }
    }
}

/// One run of `exploreSchedules`.
public struct ScheduleRun: Sendable {
    /// The seed of the order of this run.
    public var seed: UInt64 { executor.seed }
    /// The clock of the blocs in the run; it moves by itself to the next sleeper when nothing else can run.
    public let clock: ManualClock
    /// The executor of the run, for tasks that are not child tasks.
    ///
    /// ```swift
    /// let task = Task(executorPreference: run.executor) { … }
    /// ```
    public let executor: SeededExecutor
}

/// The order of tasks to run again, from the environment.
public enum ScheduleReplay: Sendable {
    /// The environment variable that names a seed.
    public static let variable = "BLOC_SCHEDULE_SEED"

    /// The seed in the environment, if any.
    public static var seed: UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
