public import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// The lock of the runtime.
///
/// What it guards takes about ten nanoseconds, less than a call of the kernel: a plain `Mutex` takes 27 µs an event with eight
/// threads on one bloc. Locking is one atomic exchange and unlocking a store, which halves the price of a `Mutex`. A thread that
/// waits spins for a moment, then yields, then sleeps in between, for a holder that does not run.
///
/// Apple systems have priorities that a spinning thread could invert; there it is an unfair lock.
@usableFromInline
struct SpinLock: ~Copyable, Sendable {
    #if canImport(Darwin)
    // Unsafe: a pointer is not `Sendable`; the functions of the lock may be called on any thread.
    @usableFromInline
    nonisolated(unsafe) let cell: UnsafeMutablePointer<os_unfair_lock>

    @usableFromInline
    init() {
        cell = .allocate(capacity: 1)
        cell.initialize(to: os_unfair_lock())
    }

    deinit { cell.deallocate() }

    @usableFromInline
    func lock() { os_unfair_lock_lock(cell) }

    @usableFromInline
    func unlock() { os_unfair_lock_unlock(cell) }
    #else
    /// 1 while a thread has the lock.
    @usableFromInline
    let word = Atomic<UInt32>(0)

    init() {}

    @inlinable
    @inline(__always)
    func lock() {
        if !word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged { wait() }
    }

    @inlinable
    @inline(__always)
    func unlock() { word.store(0, ordering: .releasing) }

    @usableFromInline
    @inline(never)
    func wait() {
        var round = 0
        while true {
            if word.load(ordering: .relaxed) == 0,
                word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
            {
                return
            }
            round += 1
            if round > 2_000 {
                var time = timespec(tv_sec: 0, tv_nsec: 50_000)
                nanosleep(&time, nil)
            } else if round > 500 {
                sched_yield()
            }
        }
    }
    #endif
}

/// A value that one thread at a time can use.
///
/// Unchecked, with this proof: the value is used under the lock only. A lock that guards no value has a `Bool`: an empty one
/// would have the address of the object, whose uses the thread sanitizer takes for races.
package final class Lock<Value>: @unchecked Sendable {
    private let lock = SpinLock()
    private var value: Value

    package init(_ value: consuming sending Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
