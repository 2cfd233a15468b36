public import Synchronization

#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#elseif canImport(Musl)
public import Musl
#elseif canImport(Bionic)
public import Bionic
#endif

#if !canImport(Darwin) && canImport(Dispatch)
import Dispatch
#endif

/// The lock of the runtime.
///
/// The critical sections take about ten nanoseconds, less than a system call: a plain `Mutex` takes 27 µs per event with
/// eight threads on one bloc. Locking is one atomic exchange and unlocking is a store, which halves the cost of a `Mutex`.
/// A waiting thread spins for a moment, then yields, then sleeps between attempts in case the holder isn't running.
///
/// On Apple systems, where a spinning thread could cause priority inversion, it is an unfair lock.
@usableFromInline
struct SpinLock: ~Copyable, Sendable {
    #if canImport(Darwin)
    // Unsafe: a pointer isn't `Sendable`, but the functions of the lock may be called on any thread.
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
    /// 1 while a thread holds the lock.
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
/// Unchecked, with this proof: the value is used only under the lock. A lock that guards no value has a `Bool`: an
/// empty value would have the address of the object, whose uses the thread sanitizer mistakes for races.
@usableFromInline
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

/// Per-thread state of the runtime: whether the thread is inside a bloc's lock, and how deeply blocs are nested on it.
///
/// User code that runs under the lock, such as `==`, must not touch a bloc. And a handler that adds an event to another
/// bloc runs that bloc's handler inside its own: beyond a certain depth the work is postponed to the outermost bloc on
/// the thread, so that passing a message through any number of blocs needs little stack.
@usableFromInline
struct ThreadMark {
    @usableFromInline
    struct Cell: Sendable {
        /// Whether user code is running under a lock of the runtime.
        @usableFromInline
        var isLocked = false
        /// The nesting depth of blocs on this thread.
        @usableFromInline
        var depth: UInt16 = 0
        @usableFromInline
        var postponed = Queue<@Sendable () -> Void>()
    }

    /// The nesting depth at which work is postponed.
    @usableFromInline
    static var depthLimit: UInt16 { 32 }

    @usableFromInline
    let cell: UnsafeMutablePointer<Cell>

    static let key: UInt = {
        var key = pthread_key_t()
        pthread_key_create(&key) { cell in
            // The argument is optional on some platforms only.
            let cell: UnsafeMutableRawPointer? = cell
            guard let mark = cell?.assumingMemoryBound(to: Cell.self) else { return }
            mark.deinitialize(count: 1)
            mark.deallocate()
        }
        return UInt(key)
    }()

    private init(cell: UnsafeMutablePointer<Cell>) { self.cell = cell }

    static var current: ThreadMark { ThreadMark(key: key) }

    /// Returns the mark of the calling thread, for a caller that already has ``key``.
    @inlinable
    @inline(__always)
    init(key: UInt) {
        if let cell = pthread_getspecific(pthread_key_t(truncatingIfNeeded: key)) {
            self.cell = cell.assumingMemoryBound(to: Cell.self)
        } else {
            self = ThreadMark.first()
        }
    }

    @usableFromInline
    @inline(never)
    static func first() -> ThreadMark {
        let cell = UnsafeMutablePointer<Cell>.allocate(capacity: 1)
        cell.initialize(to: Cell())
        pthread_setspecific(pthread_key_t(truncatingIfNeeded: key), cell)
        return ThreadMark(cell: cell)
    }

    /// A number that no two living threads share.
    var number: UInt { UInt(bitPattern: cell) }

    /// Stops the program if user code under a lock of the runtime touches a bloc.
    @inlinable
    @inline(__always)
    func requireUnlocked() {
        if cell.pointee.isLocked { Misuse.touchedBlocUnderLock() }
    }

    /// Runs user code under a lock.
    @inlinable
    @inline(__always)
    func underLock<Result>(_ body: () -> Result) -> Result {
        cell.pointee.isLocked = true
        defer { cell.pointee.isLocked = false }
        return body()
    }

    // MARK: Depth

    /// Whether work for a bloc must be postponed, because too many blocs are nested on this thread.
    @inlinable
    @inline(__always)
    var isDeep: Bool { cell.pointee.depth >= ThreadMark.depthLimit }

    /// Called before user code of a bloc runs, such as a handler or an observer.
    @inlinable
    @inline(__always)
    func enter() { cell.pointee.depth &+= 1 }

    /// Called after user code has run; the outermost bloc then does the postponed work.
    @inlinable
    @inline(__always)
    func leave() {
        cell.pointee.depth &-= 1
        if cell.pointee.depth == 0, !cell.pointee.postponed.isEmpty { runPostponed() }
    }

    /// Postpones work until the outermost bloc on this thread is done.
    @usableFromInline
    func postpone(_ work: @escaping @Sendable () -> Void) { cell.pointee.postponed.append(work) }

    @usableFromInline
    @inline(never)
    func runPostponed() {
        while true {
            // Not at depth 0, so that nested work doesn't come back here.
            cell.pointee.depth = 1
            guard let work = cell.pointee.postponed.popFirst() else { break }
            work()
        }
        cell.pointee.depth = 0
    }
}

// A mark must stay on its thread.
@available(*, unavailable)
extension ThreadMark: Sendable {}

/// The queue that the main actor runs on.
enum MainQueue {
    #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
    #elseif canImport(Dispatch)
    // Checking for the main thread isn't enough: once an asynchronous `main` has suspended, any thread may run the main queue.
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
    #else
    // Without threads, everything runs on it.
    static var isCurrent: Bool { true }
    #endif
}
