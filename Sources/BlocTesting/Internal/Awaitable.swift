import Bloc

/// A value under a lock, with callers that wait until it meets a condition.
final class Awaitable<Value: Sendable>: Sendable {
    private struct Guarded {
        var value: Value
        /// Each returns a closure that resumes its caller once the condition holds; it does nothing if the caller gave up.
        var waiters: [@Sendable (Value) -> (@Sendable () -> Void)?] = []
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
                guard let resume = waiter(guarded.value) else { return false }
                resumptions.append(resume)
                return true
            }
            return (result, resumptions)
        }
        for resume in resumptions { resume() }
        return result
    }

    /// Waits until `find` returns a result for the value.
    ///
    /// - Parameter find: The condition; it runs under the lock and must not be user code.
    /// - Returns: The result of `find`.
    /// - Throws: `CancellationError` if the task is cancelled first.
    func first<Found: Sendable>(_ find: @escaping @Sendable (Value) -> Found?) async throws -> Found {
        let stream = StreamStorage<Found>(buffering: .latest)
        let attempt: @Sendable (Value) -> (@Sendable () -> Void)? = { value in
            guard let found = find(value) else { return nil }
            return { stream.send(found) }
        }
        let resume = guarded.withLock { guarded -> (@Sendable () -> Void)? in
            let resume = attempt(guarded.value)
            if resume == nil { guarded.waiters.append(attempt) }
            return resume
        }
        resume?()
        guard let found = await stream.next() else { throw CancellationError() }
        return found
    }
}
