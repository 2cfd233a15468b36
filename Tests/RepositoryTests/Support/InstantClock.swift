import Synchronization

/// A clock whose sleeps return at once and advance its time.
final class InstantClock: Clock {
    typealias Instant = StepClock.Instant

    private let state = Mutex<(now: Instant, sleeps: [Duration])>((Instant(), []))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    /// The durations of the sleeps, in order.
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    /// Advances the time without a sleep.
    func advance(by duration: Duration) {
        state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.sleeps.append(state.now.duration(to: deadline))
            state.now = max(state.now, deadline)
        }
    }
}
