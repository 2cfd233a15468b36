#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Dispatch)
import Dispatch
#endif

/// A byte of thread-local memory that marks whether the thread is inside a bloc's lock.
///
/// The standard library cannot answer that. User code that runs under the lock, such as `==`, must not touch a bloc.
@usableFromInline
struct ThreadMark {
    /// The value of a thread that runs user code under a lock of the runtime.
    @usableFromInline
    static let locked: UInt8 = 1

    @usableFromInline
    let cell: UnsafeMutablePointer<UInt8>

    /// The key of the thread-local value.
    static let key: UInt = {
        var key = pthread_key_t()
        pthread_key_create(&key) { cell in
            // Whether the argument is optional differs between platforms.
            let cell: UnsafeMutableRawPointer? = cell
            cell?.deallocate()
        }
        return UInt(key)
    }()

    private init(cell: UnsafeMutablePointer<UInt8>) {
        self.cell = cell
    }

    /// The mark of the calling thread.
    static var current: ThreadMark { ThreadMark(key: key) }

    /// The mark of the calling thread, for a caller that holds ``key``.
    @usableFromInline
    init(key: UInt) {
        if let cell = pthread_getspecific(pthread_key_t(truncatingIfNeeded: key)) {
            self.cell = cell.assumingMemoryBound(to: UInt8.self)
        } else {
            self = ThreadMark.first()
        }
    }

    @inline(never)
    private static func first() -> ThreadMark {
        let cell = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
        cell.initialize(to: 0)
        pthread_setspecific(pthread_key_t(truncatingIfNeeded: key), cell)
        return ThreadMark(cell: cell)
    }

    /// A number that no two living threads share.
    var number: UInt { UInt(bitPattern: cell) }

    /// Stops the program when user code under a lock of the runtime touches a bloc.
    @inlinable
    @inline(__always)
    func requireUnlocked() {
        if cell.pointee & ThreadMark.locked != 0 { Misuse.touchedBlocUnderLock() }
    }

    /// Marks the beginning of user code under a lock.
    @inlinable
    @inline(__always)
    func enterUserCode() { cell.pointee |= ThreadMark.locked }

    /// Marks the end of user code under a lock.
    @inlinable
    @inline(__always)
    func leaveUserCode() { cell.pointee &= ~ThreadMark.locked }
}

// A mark must stay on its thread.
@available(*, unavailable)
extension ThreadMark: Sendable {}

/// The queue that the main actor runs on.
enum MainQueue {
    #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
    #elseif canImport(Dispatch)
    // The main thread is not the answer: after an asynchronous `main` has suspended, any thread may run the main queue.
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
    #else
    // Without threads everything runs on it.
    static var isCurrent: Bool { true }
    #endif
}
