/// The time of a bloc: any clock that counts in `Duration`, behind one type.
public struct BlocClock: Sendable {
    /// The time since the clock was wrapped.
    let now: @Sendable () -> Duration
    /// Sleeps for a while; throws `CancellationError` when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    /// Wraps a clock.
    public init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(for: $0) }
    }

    /// The clock that goes on while the machine sleeps.
    public static let continuous = BlocClock(ContinuousClock())
}
