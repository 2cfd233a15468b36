import Synchronization

/// Lets those who want the same at the same time share one piece of work.
///
/// Each waiter can be cancelled without disturbing the others; the work is cancelled when the last one has left.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        var task: Task<Void, Never>?
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        /// Waiters who left before they had begun to wait.
        var left: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// How many pieces of work are under way.
    package var count: Int { state.withLock { $0.flights.count } }

    /// How many wait for the work of a key.
    package func waiterCount(_ key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }

    /// Runs the work, or waits for the one that is under way for the key.
    package func run(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let waiter = state.withLock { state in
            state.count += 1
            return state.count
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(key, waiter: waiter, continuation, work)
            }
        } onCancel: {
            leave(key, waiter: waiter)
        }
    }

    private func join(
        _ key: Key,
        waiter: Int,
        _ continuation: CheckedContinuation<Value, any Error>,
        _ work: @escaping @Sendable () async throws -> Value
    ) {
        let hasLeft = state.withLock { state in
            if state.left.remove(waiter) != nil { return true }
            if state.flights[key] == nil {
                state.count += 1
                let number = state.count
                // It cannot land before it is entered below: landing takes the lock that is held here.
                let task = Task {
                    let result: Result<Value, any Error>
                    do { result = .success(try await work()) } catch { result = .failure(error) }
                    self.land(key, number: number, result)
                }
                state.flights[key] = Flight(number: number, task: task)
            }
            state.flights[key]?.waiters[waiter] = continuation
            return false
        }
        if hasLeft { continuation.resume(throwing: CancellationError()) }
    }

    private func leave(_ key: Key, waiter: Int) {
        let (continuation, task) = state.withLock {
            state -> (CheckedContinuation<Value, any Error>?, Task<Void, Never>?) in
            guard let continuation = state.flights[key]?.waiters.removeValue(forKey: waiter) else {
                state.left.insert(waiter)
                return (nil, nil)
            }
            guard state.flights[key]?.waiters.isEmpty == true else { return (continuation, nil) }
            // Who comes now begins anew instead of getting the end of what is cancelled.
            return (continuation, state.flights.removeValue(forKey: key)?.task)
        }
        task?.cancel()
        continuation?.resume(throwing: CancellationError())
    }

    private func land(_ key: Key, number: Int, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard state.flights[key]?.number == number else { return [] }
            return state.flights.removeValue(forKey: key).map { Array($0.waiters.values) } ?? []
        }
        for waiter in waiters { waiter.resume(with: result) }
    }
}
