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

/// Runs a body many times, each time with its tasks in another order, and tells the seed of the first order that fails.
///
/// The body, its child tasks, the blocs that it creates and their handlers run one job at a time on a ``SeededExecutor``;
/// which job is next at each turn is drawn by the seed. Time is the manual clock of the run: it moves to the next sleeper
/// when nothing else can go on. So one seed always gives one order, as long as the body waits for
/// nothing outside: other executors, the main actor, real clocks. A task that is no child task gets its place in the order
/// by the executor of the run: `Task(executorPreference: run.executor) { … }`.
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
/// A failure carries its seed. To run that order alone again, give it as `replaying`, or set the environment variable
/// `BLOC_SCHEDULE_SEED`:
///
/// ```text
/// BLOC_SCHEDULE_SEED=17 swift test --filter lateAnswerNeverWins
/// ```
///
/// - Parameters:
///   - seeds: The seeds to try, in order; it stops at the first that fails.
///   - seed: The only seed to run, in place of `seeds`; by default what the environment says.
///   - sourceLocation: Where a body that throws or gets stuck is reported: the line of the caller.
///   - body: Creates blocs, lets them work, checks what came of it, and closes them.
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
    /// What decides the order of this run.
    public var seed: UInt64 { executor.seed }
    /// The clock of blocs that are created in the run; it goes on by itself to the next sleeper when nothing else can.
    public let clock: ManualClock
    /// What runs the jobs of the run in their order; for tasks that are no child tasks.
    ///
    /// ```swift
    /// let task = Task(executorPreference: run.executor) { … }
    /// ```
    public let executor: SeededExecutor
}

/// Which order of tasks is to be run again.
public enum ScheduleReplay: Sendable {
    /// The environment variable that names a seed.
    public static let variable = "BLOC_SCHEDULE_SEED"

    /// The seed that the environment names, if any.
    public static var seed: UInt64? {
        getenv(variable).flatMap { UInt64(String(cString: $0)) }
    }
}
