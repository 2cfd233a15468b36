public import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The lock of the runtime: a `Mutex` that spins before it blocks, and whose order the thread sanitizer sees.
///
/// On Linux a contended `Mutex` is handed from one waiter to the next in the kernel, which takes several microseconds each,
/// and no running thread can get it in between. What is guarded here takes about ten nanoseconds. So waiters spin: a running
/// thread can take the lock at any time, and only long waits block in the kernel. On other systems `Mutex` spins by itself.
///
/// On Linux the sanitizer cannot see the order that `Mutex` makes and reports correct code. Builds for it define
/// `BLOC_THREAD_SANITIZER`, which adds an acquiring load after locking and a releasing store before unlocking. That is the same
/// order in a form that the sanitizer knows; no report is suppressed.
@usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
    @usableFromInline
    let mutex: Mutex<Value>
    #if BLOC_THREAD_SANITIZER
    @usableFromInline
    let order = Atomic<Int>(0)
    #endif

    /// Guards `value`.
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

    /// Runs `body`, blocking until the lock is free.
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
    /// Runs `body` if the lock is free.
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

    /// How often a waiter tries before it blocks: for about a millisecond.
    private static var spinLimit: Int { 1000 }

    /// Spins until the lock is free, soon yielding the processor each time.
    @usableFromInline
    @inline(never)
    borrowing func withContendedLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        for round in 0..<Self.spinLimit {
            // What is guarded takes less time than a call of the kernel, unless its holder does not run.
            if round >= 16 { sched_yield() }
            if let result = try attempt(body) { return result }
        }
        return try wait(body)
    }
    #endif
}
