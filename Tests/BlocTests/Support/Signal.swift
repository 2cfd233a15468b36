import Foundation

/// An event that happens once, and that tasks and threads wait for.
///
/// Unchecked: the condition guards everything that changes.
final class Signal: @unchecked Sendable {
    private let condition = NSCondition()
    private var isFired = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func fire() {
        let continuations = condition.withLock {
            isFired = true
            condition.broadcast()
            defer { waiting = [] }
            return waiting
        }
        for continuation in continuations { continuation.resume() }
    }

    /// Waits in a task, also in one that is cancelled.
    func wait() async {
        await withCheckedContinuation { continuation in
            if !isKept(continuation) { continuation.resume() }
        }
    }

    /// Blocks the thread; never call it on a thread of the cooperative pool.
    func block() {
        condition.withLock { while !isFired { condition.wait() } }
    }

    private func isKept(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        condition.withLock {
            if !isFired { waiting.append(continuation) }
            return !isFired
        }
    }
}
