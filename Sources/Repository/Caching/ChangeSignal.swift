import Synchronization

/// Wakes the tasks that wait for a change.
///
/// Changes are counted, so a change between two waits is not missed.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        /// The streams that end with the next change.
        var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    /// The number of changes so far.
    var count: Int { state.withLock { $0.count } }

    /// The number of waiting tasks.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Counts a change and resumes all waiting tasks.
    func send() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.finish() }
    }

    /// Waits until there are more changes than `seen`, or until the task is cancelled.
    func wait(after seen: Int) async {
        // A stream ends by itself when the task that waits for it is cancelled.
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        let waiter = state.withLock { state -> Int? in
            guard state.count <= seen else { return nil }
            state.nextWaiter += 1
            state.waiters[state.nextWaiter] = continuation
            return state.nextWaiter
        }
        guard let waiter else { return }
        for await _ in stream {}
        state.withLock { $0.waiters[waiter] = nil }
    }
}
