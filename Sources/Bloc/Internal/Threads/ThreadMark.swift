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

/// A word of memory that each thread has for itself.
///
/// It answers a question that the standard library has no answer for: is this thread inside the lock of a bloc? User code
/// that runs there, such as `==`, must not touch a bloc.
@usableFromInline
struct ThreadMark {
    /// The thread is running user code under a lock of the runtime.
    @usableFromInline
    static let locked: UInt8 = 1

    @usableFromInline
    let cell: UnsafeMutablePointer<UInt8>

    /// Where each thread has its mark.
    static let key: UInt = {
        var key = pthread_key_t()
        pthread_key_create(&key) { cell in
            // The signature differs between platforms in whether the argument is optional.
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

    /// The mark of the calling thread, with ``key`` at hand.
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

// A mark belongs to its thread.
@available(*, unavailable)
extension ThreadMark: Sendable {}

/// Tells whether code runs where the main actor runs.
enum MainQueue {
    #if canImport(Darwin)
    static var isCurrent: Bool { pthread_main_np() != 0 }
    #elseif canImport(Dispatch)
    // The main thread is no answer here: once a program's asynchronous `main` has suspended, any thread may run the main
    // queue, which is what the main actor runs on.
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
    #else
    // Without threads everything runs there.
    static var isCurrent: Bool { true }
    #endif
}
