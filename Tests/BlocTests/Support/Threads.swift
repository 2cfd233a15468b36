import Foundation
import TestWatch

/// Runs `body` on a new thread, where it may block, perhaps with a stack of this size in bytes.
///
/// The result goes through a lock: the thread sanitizer does not see the result of a continuation that is resumed early.
/// The thread lets go of `body`, and of what it holds, before this returns: the thread itself ends some time later.
func onThread<Result: Sendable>(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result) async -> Result {
    let place = Shared<Result?>(nil)
    let work = Shared<(@Sendable () -> Result)?>(body)
    await withCheckedContinuation { continuation in
        let thread = Thread {
            guard let result = work.value?() else { return }
            work.value = nil
            place.value = result
            continuation.resume()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }
    guard let result = place.value else { fatalError("The thread resumed without a result.") }
    return result
}

/// Runs `body` in several tasks at once, with their numbers.
func race(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) async {
    await withTaskGroup { group in
        for number in 0..<count { group.addTask { await body(number) } }
    }
}

/// Runs `body` on a new thread while this one blocks the main actor.
@MainActor
func onThreadWhileBlocking(_ body: @escaping @Sendable () -> Void) {
    let isDone = Signal()
    Thread.detachNewThread {
        body()
        isDone.fire()
    }
    isDone.block()
}

/// A number that no two threads share, also when one of them has ended.
func threadNumber() -> UInt {
    let thread = Thread.current
    if let number = thread.threadDictionary["number"] as? UInt { return number }
    let number = UInt.random(in: 0...UInt.max)
    thread.threadDictionary["number"] = number
    return number
}

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
