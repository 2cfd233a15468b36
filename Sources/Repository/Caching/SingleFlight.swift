import Synchronization

/// Runs one task for concurrent callers with the same key and returns its result to all of them.
///
/// Cancelling one caller does not disturb the others; the task is cancelled when its last caller has left.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Flight {
        let number: Int
        var waiters: [Int: CheckedContinuation<Value, any Error>] = [:]
        var task: Task<Void, Never>?
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        /// Waiters that were cancelled before they had started to wait.
        var left: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of tasks in flight.
    package var count: Int { state.withLock { $0.flights.count } }

    /// The number of callers waiting for the key.
    package func waiterCount(_ key: Key) -> Int { state.withLock { $0.flights[key]?.waiters.count ?? 0 } }

    /// Joins the task in flight for the key, or starts one with `work`.
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
                // The task cannot land before it is entered below: landing takes the lock that is held here.
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
            // Removed at once: the next caller starts a new task instead of joining a cancelled one.
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
