public import Synchronization

/// The one lock of the runtime: a `Mutex` whose order the thread sanitizer understands.
///
/// On Linux the sanitizer does not see through `Mutex` and reports sound code. Builds for it define
/// `BLOC_THREAD_SANITIZER`, which adds an acquiring load after locking and a releasing store before unlocking: the same
/// order in a form that the sanitizer knows. No report is ever suppressed.
@usableFromInline
package struct Lock<Value>: ~Copyable, Sendable {
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
}
