public import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The one lock of the runtime: a `Mutex` with a waiting line of its own, whose order the thread sanitizer understands.
///
/// On Linux a `Mutex` that threads wait for in the kernel is handed from one to the next there, at several microseconds
/// each, while nobody else may have it; what is guarded here takes some ten nanoseconds. So the threads that find it taken
/// stand in line at a second mutex, and the first of them asks again and again: whoever runs can have the lock meanwhile,
/// and only what takes long is waited for in the kernel. Elsewhere a `Mutex` does the like by itself.
///
/// The sanitizer does not see through `Mutex` on Linux and reports sound code. Builds for it define
/// `BLOC_THREAD_SANITIZER`, which adds an acquiring load after locking and a releasing store before unlocking: the same
/// order in a form that the sanitizer knows. No report is ever suppressed.
@usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
    #if os(Linux)
    // Not of `Void`, and in front: the sanitizer takes a value without size for what follows it in memory.
    @usableFromInline
    let line = Mutex(false)
    #endif
    @usableFromInline
    let mutex: Mutex<Value>
    #if BLOC_THREAD_SANITIZER
    @usableFromInline
    let order = Atomic<Int>(0)
    #endif

    /// Guards `value`.
    @inlinable
    package init(_ value: consuming sending Value) {
        mutex = Mutex(value)
    }

    /// Runs `body` with exclusive access to the value.
    @inlinable
    @inline(__always)
    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if os(Linux)
        if let result = try attempt(body) { return result }
        return try withContendedLock(body)
        #else
        return try wait(body)
        #endif
    }

    /// Runs `body` once the lock can be had.
    @inlinable
    @inline(__always)
    borrowing func wait<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        #if BLOC_THREAD_SANITIZER
        try mutex.withLock { (value) throws(Failure) -> sending Result in
            _ = order.load(ordering: .acquiring)
            defer { order.store(1, ordering: .releasing) }
            return try body(&value)
        }
        #else
        try mutex.withLock(body)
        #endif
    }

    #if os(Linux)
    /// Runs `body` if nobody has the lock.
    @inlinable
    @inline(__always)
    borrowing func attempt<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        #if BLOC_THREAD_SANITIZER
        try mutex.withLockIfAvailable { (value) throws(Failure) -> sending Result in
            _ = order.load(ordering: .acquiring)
            defer { order.store(1, ordering: .releasing) }
            return try body(&value)
        }
        #else
        try mutex.withLockIfAvailable(body)
        #endif
    }

    /// How often the first in line asks: for about a millisecond.
    private static var patience: Int { 1000 }

    /// Stands in line, then asks until the lock is free, offering the processor to others each time.
    @usableFromInline
    @inline(never)
    borrowing func withContendedLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try line.withLock { _ throws(Failure) -> sending Result in
            for _ in 0..<Self.patience {
                sched_yield()
                if let result = try attempt(body) { return result }
            }
            return try wait(body)
        }
    }
    #endif
}
