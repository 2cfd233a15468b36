import Bloc

/// A value under a lock, and callers that wait until it is as they want it.
final class Awaitable<Value: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        /// Looks at the value; answers how to resume whoever waits, once it is as wanted.
        let attempt: @Sendable (Value) -> (@Sendable () -> Void)?
        let giveUp: @Sendable () -> Void
    }

    private struct Guarded {
        var value: Value
        var waiters: [Waiter] = []
        var last = 0
    }

    private let guarded: Lock<Guarded>

    init(_ value: Value) {
        guarded = Lock(Guarded(value: value))
    }

    /// The value of this moment.
    var value: Value { guarded.withLock { $0.value } }

    /// Changes the value, then resumes those who waited for that.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, resumptions) = guarded.withLock { guarded in
            let result = body(&guarded.value)
            var resumptions: [@Sendable () -> Void] = []
            guarded.waiters.removeAll { waiter in
                guard let resume = waiter.attempt(guarded.value) else { return false }
                resumptions.append(resume)
                return true
            }
            return (result, resumptions)
        }
        for resume in resumptions { resume() }
        return result
    }

    /// Waits until `find` finds something in the value.
    ///
    /// - Parameter find: Runs under the lock: no code of users.
    /// - Returns: What it found.
    /// - Throws: `CancellationError` when the task is cancelled first.
    func first<Found: Sendable>(_ find: @escaping @Sendable (Value) -> Found?) async throws -> Found {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            return guarded.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Found, any Error>) in
                if let found = enroll(number, find, continuation) { continuation.resume(returning: found) }
                // A cancellation that came before the waiter was there found nobody to resume: look again.
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    /// Lets somebody wait, unless it is found at once.
    private func enroll<Found: Sendable>(
        _ number: Int,
        _ find: @escaping @Sendable (Value) -> Found?,
        _ continuation: CheckedContinuation<Found, any Error>
    ) -> Found? {
        guarded.withLock { guarded in
            if let found = find(guarded.value) { return found }
            let waiter = Waiter(
                number: number,
                attempt: { value in
                    guard let found = find(value) else { return nil }
                    return { continuation.resume(returning: found) }
                },
                giveUp: { continuation.resume(throwing: CancellationError()) }
            )
            guarded.waiters.append(waiter)
            return nil
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = guarded.withLock { guarded in
            guarded.waiters.firstIndex { $0.number == number }.map { guarded.waiters.remove(at: $0) }
        }
        waiter?.giveUp()
    }
}
