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
