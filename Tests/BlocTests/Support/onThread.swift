import Foundation

/// Runs `body` on a new thread, where it may block.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// A number that no two living threads share.
func threadNumber() -> UInt {
    UInt(bitPattern: ObjectIdentifier(Thread.current).hashValue)
}
