import Foundation
import Synchronization

/// A clock that a test advances by hand, and on which it can wait for a sleeping task.
final class StepClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration = .zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant()
        var nextSleeper = 0
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    /// Waits until a task sleeps, or until the waiting task is cancelled.
    func hasSleeper() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.sleepers.isEmpty, !Task.isCancelled {
                        state.watchers.append(continuation)
                        return false
                    }
                    return true
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let watchers = state.withLock { state in
                defer { state.watchers = [] }
                return state.watchers
            }
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Advances the time, and wakes the tasks whose deadline has passed.
    func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for key in due.keys { state.sleepers[key] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let sleeper = state.withLock { state in
            state.nextSleeper += 1
            return state.nextSleeper
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (isOver, watchers) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
                    if state.cancelled.remove(sleeper) != nil || deadline <= state.now { return (true, []) }
                    state.sleepers[sleeper] = (deadline, continuation)
                    defer { state.watchers = [] }
                    return (false, state.watchers)
                }
                if isOver { continuation.resume(with: Result { try Task.checkCancellation() }) }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                let sleeping = state.sleepers.removeValue(forKey: sleeper)?.continuation
                if sleeping == nil { state.cancelled.insert(sleeper) }
                return sleeping
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}

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

/// A time of day that a test advances.
final class MovableDate: Sendable {
    private let now = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    var date: Date { now.withLock { $0 } }

    func advance(_ seconds: Double) {
        now.withLock { $0 += seconds }
    }
}
