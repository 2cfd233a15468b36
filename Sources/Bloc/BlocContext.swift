/// The observers, clock and executor that a bloc captures from the task that creates it, and keeps.
///
/// Tests and programs set them for a scope with `BlocContext.with(_:_:)`. Parallel scopes do not see each other.
public struct BlocContext: Sendable {
    /// The observers of the scope, outermost first.
    package var observers: [any BlocObserver] = []
    /// The clock of debounce, throttle, deadlines and grace periods.
    public var clock = BlocClock.continuous
    /// The executor of the runtime's tasks; `nil` is the global one.
    public var executor: (any TaskExecutor)?

    /// The manager whose `create` closure runs.
    var manager = WeakReference<BlocManager>(nil)

    /// The context of the current task; programs have no observers, the continuous clock and the global executor.
    @TaskLocal package static var current = BlocContext()

    /// Changes the context for all blocs that are created inside `body`.
    public static func with<Result>(
        _ change: (inout BlocContext) -> Void,
        _ body: () throws -> Result
    ) rethrows -> Result {
        var context = current
        change(&context)
        return try $current.withValue(context, operation: body)
    }

    /// Changes the context for all blocs that are created inside an async `body`.
    public static func with<Result>(
        _ change: (inout BlocContext) -> Void,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        var context = current
        change(&context)
        return try await $current.withValue(context, operation: body)
    }
}

/// The clock of a bloc: wraps any clock that counts in `Duration`.
public struct BlocClock: Sendable {
    /// The time since the clock was wrapped.
    @usableFromInline
    package let now: @Sendable () -> Duration
    let sleeping: @Sendable (Duration) async throws -> Void

    /// Wraps a clock.
    public init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleeping = { try await clock.sleep(for: $0) }
    }

    /// Sleeps for a while on this clock, so that a service's double waits on the clock of a test.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await sleeping(duration) }

    /// The clock that keeps running while the machine sleeps.
    public static let continuous = BlocClock(ContinuousClock())
}
