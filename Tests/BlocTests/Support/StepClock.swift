import Bloc

/// A clock that stands still until a test steps it.
final class StepClock: Clock, Sendable {
    struct Instant: InstantProtocol {
        var offset = Duration.zero

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Duration { other.offset - offset }

        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct Sleeper {
        let number: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Waiter {
        let count: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Guarded {
        var now = Instant()
        var last = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var waiters: [Waiter] = []

        mutating func takeMetWaiters() -> [Waiter] {
            let count = sleepers.count
            let met = waiters.filter { $0.count <= count }
            waiters.removeAll { $0.count <= count }
            return met
        }
    }

    private let guarded = Lock(Guarded())

    var now: Instant { guarded.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            return guarded.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let (answer, waiters) = guarded.withLock { guarded -> (Result<Void, any Error>?, [Waiter]) in
                    if guarded.cancelled.remove(number) != nil { return (.failure(CancellationError()), []) }
                    if deadline <= guarded.now { return (.success(()), []) }
                    guarded.sleepers.append(Sleeper(number: number, deadline: deadline, continuation: continuation))
                    return (nil, guarded.takeMetWaiters())
                }
                if let answer { continuation.resume(with: answer) }
                for waiter in waiters { waiter.continuation.resume() }
            }
        } onCancel: {
            let sleeper = guarded.withLock { guarded -> Sleeper? in
                guard let index = guarded.sleepers.firstIndex(where: { $0.number == number }) else {
                    guarded.cancelled.insert(number)
                    return nil
                }
                return guarded.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Goes forward and wakes those whose time has come, the earliest first.
    func advance(by duration: Duration) {
        let woken = guarded.withLock { guarded in
            guarded.now = guarded.now.advanced(by: duration)
            let now = guarded.now
            let woken = guarded.sleepers.filter { $0.deadline <= now }.sorted { $0.deadline < $1.deadline }
            guarded.sleepers.removeAll { $0.deadline <= now }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    /// The number of those who are asleep.
    var sleeping: Int { guarded.withLock { $0.sleepers.count } }

    /// Waits until so many are asleep.
    func sleepers(_ count: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isMet = guarded.withLock { guarded in
                if guarded.sleepers.count >= count { return true }
                guarded.waiters.append(Waiter(count: count, continuation: continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}
