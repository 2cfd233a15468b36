import Foundation

@testable import Bloc

/// Runs `body` on a new thread, where it may block, perhaps with a stack of this size in bytes.
///
/// The result goes through a lock: the thread sanitizer does not see the result of a continuation that is resumed early.
/// The thread lets go of `body`, and of what it holds, before this returns: the thread itself ends some time later.
func onThread<Result: Sendable>(
    stackSize: Int? = nil,
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    let place = ThreadResult<Result>()
    let work = Shared<(@Sendable () -> Result)?>(body)
    await withCheckedContinuation { continuation in
        let thread = Thread {
            guard let result = work.value?() else { return }
            work.value = nil
            place.value.withLock { $0 = result }
            continuation.resume()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
    }
    guard let result = place.value.withLock(\.self) else { fatalError("The thread resumed without a result.") }
    return result
}

private final class ThreadResult<Value: Sendable>: Sendable {
    let value = Lock<Value?>(nil)
}

/// A number that no two threads share, also when one of them has ended.
func threadNumber() -> UInt {
    let thread = Thread.current
    if let number = thread.threadDictionary["number"] as? UInt { return number }
    let number = UInt.random(in: 0...UInt.max)
    thread.threadDictionary["number"] = number
    return number
}
