/// The observers, clock and executor that a bloc captures, and keeps, from the task that creates it.
///
/// Tests and programs set them for a scope with `BlocContext.with(_:_:)`. Parallel scopes don't affect each other.
public struct BlocContext: Sendable {
    /// The observers of the scope, outermost first.
    package var observers: [any BlocObserver] = []
    /// The clock for debounces, throttles, deadlines and grace periods.
    public var clock = BlocClock.continuous
    /// The executor for the runtime's tasks; `nil` uses the global one.
    public var executor: (any TaskExecutor)?

    /// The manager whose `create` closure is running.
    var manager = WeakReference<BlocManager>(nil)

    /// The context of the current task; by default it has no observers, the continuous clock and the global executor.
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

/// The clock of a bloc; it wraps any clock whose durations are `Duration`.
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

    /// Sleeps on this clock, so that a service's test double can wait on the test's clock.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(for duration: Duration) async throws { try await sleeping(duration) }

    /// The clock that keeps running while the machine sleeps.
    public static let continuous = BlocClock(ContinuousClock())
}
