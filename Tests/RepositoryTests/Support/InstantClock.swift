import BlocTesting
import Foundation
import Synchronization

/// A clock whose sleeps return at once and advance its time.
final class InstantClock: Clock {
    typealias Instant = ManualClock.Instant

    private let state = Mutex<(now: Instant, sleeps: [Duration])>((.start, []))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    var sleeps: [Duration] { state.withLock { $0.sleeps } }

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

/// A time of day that a test advances.
final class MovableDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var date: Date { now.withLock { $0 } }

    func advance(_ seconds: Double) {
        now.withLock { $0 += seconds }
    }
}
