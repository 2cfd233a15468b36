import Synchronization

/// Wakes the tasks that wait for a change.
///
/// Changes are counted, so a change between two waits is not missed.
final class ChangeSignal: Sendable {
    private struct State {
        var count = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        /// Waiters that were cancelled before they had started to wait.
        var left: Set<Int> = []
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
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until there are more changes than `seen`, or until the task is cancelled.
    func wait(after seen: Int) async {
        let waiter = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let hasLeft = state.left.remove(waiter) != nil
                    if hasLeft || state.count > seen { return true }
                    state.waiters[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                guard let continuation = state.waiters.removeValue(forKey: waiter) else {
                    state.left.insert(waiter)
                    return nil as CheckedContinuation<Void, Never>?
                }
                return continuation
            }
            continuation?.resume()
        }
        state.withLock { _ = $0.left.remove(waiter) }
    }
}
