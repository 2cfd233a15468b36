import Bloc

/// A value under a lock, with callers that wait for a condition of it.
final class Awaitable<Value: Sendable>: Sendable {
    private struct Waiter: Sendable {
        let number: Int
        /// Returns how to resume the caller if its condition holds for the value.
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

    /// The current value.
    var value: Value { guarded.withLock { $0.value } }

    /// Changes the value, then resumes the callers whose condition holds.
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

    /// Waits until `find` returns something for the value.
    ///
    /// - Parameter find: The condition; it runs under the lock and must not be user code.
    /// - Returns: The result of `find`.
    /// - Throws: `CancellationError` when the task is cancelled first.
    func first<Found: Sendable>(_ find: @escaping @Sendable (Value) -> Found?) async throws -> Found {
        let number = guarded.withLock { guarded in
            guarded.last += 1
            return guarded.last
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Found, any Error>) in
                let found = guarded.withLock { guarded -> Found? in
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
                if let found { continuation.resume(returning: found) }
                // A cancellation before the waiter was stored had no effect: check again.
                if Task.isCancelled { giveUp(number) }
            }
        } onCancel: {
            giveUp(number)
        }
    }

    private func giveUp(_ number: Int) {
        let waiter = guarded.withLock { guarded in
            guarded.waiters.firstIndex { $0.number == number }.map { guarded.waiters.remove(at: $0) }
        }
        waiter?.giveUp()
    }
}
