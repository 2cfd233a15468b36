import Synchronization

#if canImport(Darwin)
import Darwin
import ObjectiveC
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// Threads of the C library for work that blocks, such as writing to a disk.
///
/// Swift's pool has one thread for each core: work that blocks there delays every task of the process. Unchecked: the condition
/// guards everything that changes.
package final class WorkerThreads: @unchecked Sendable {
    package typealias Work = @Sendable () -> Void

    package static let shared = WorkerThreads(limit: 64)

    private let limit: Int
    private let condition = ThreadCondition()
    private var waiting = Queue<Work>()
    private var threadCount = 0
    private var idleCount = 0

    /// Creates no thread yet.
    ///
    /// - Parameter limit: The maximum number of threads. When all are busy, work waits.
    init(limit: Int) {
        self.limit = limit
    }

    /// Runs work on an idle thread, or on a new one, which ends after a second without work.
    package func run(_ work: @escaping Work) {
        condition.lock()
        waiting.append(work)
        let isStarting = waiting.count > idleCount && threadCount < limit
        if isStarting { threadCount += 1 } else { condition.signal() }
        condition.unlock()
        guard isStarting, !startThread() else { return }
        // The process has no thread left. Delaying other tasks is better than losing a state.
        Task.detached { [self] in runWaiting(staysIdle: false) }
    }

    /// Calls `body` once for each index below `count`, on several threads at once, and returns when all calls have.
    ///
    /// The caller's thread takes part, so this ends also when no other thread is free.
    package func forEach(below count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard count > 1 else {
            if count == 1 { body(0) }
            return
        }
        let round = Round(count: count, body)
        for _ in 1..<min(threads, count) { run { round.takePart() } }
        round.takePart()
        round.ended.wait()
    }

    private func runWaiting(staysIdle: Bool) {
        condition.lock()
        while true {
            if let work = waiting.popFirst() {
                condition.unlock()
                perform(work)
                condition.lock()
                continue
            }
            guard staysIdle else { break }
            idleCount += 1
            let isSignaled = condition.wait(seconds: 1)
            idleCount -= 1
            // Work may have come just when the time was over.
            if !isSignaled && waiting.isEmpty { break }
        }
        threadCount -= 1
        condition.unlock()
    }

    private func perform(_ work: Work) {
        #if canImport(Darwin)
        autoreleasepool { work() }
        #else
        work()
        #endif
    }

    /// - Returns: Whether the system had a thread left.
    private func startThread() -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // As large as that of a main thread, for encoders that recurse: musl gives 128 KB otherwise.
        pthread_attr_setstacksize(&attributes, 8 << 20)
        #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        let context = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread,
            &attributes,
            { context in
                // Whether the argument is optional differs between platforms.
                let context: UnsafeMutableRawPointer? = context
                guard let context else { return nil }
                Unmanaged<WorkerThreads>.fromOpaque(context).takeRetainedValue().runWaiting(staysIdle: true)
                return nil
            },
            context.toOpaque()
        )
        if result != 0 { context.release() }
        return result == 0
    }

    /// The calls of one ``forEach(below:threads:_:)``.
    private final class Round: Sendable {
        let ended = ThreadLatch()
        private let next = Atomic(0)
        private let endedCount = Atomic(0)
        private let count: Int
        private let body: @Sendable (Int) -> Void

        init(count: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.count = count
            self.body = body
        }

        func takePart() {
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index)
                if endedCount.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == count { ended.open() }
            }
        }
    }
}

/// Blocks threads until it is opened.
///
/// Never wait on a thread of Swift's pool.
final class ThreadLatch: @unchecked Sendable {
    private let condition = ThreadCondition()
    private var isOpen = false

    func open() {
        condition.lock()
        isOpen = true
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !isOpen { condition.wait() }
        condition.unlock()
    }
}

/// A mutex and a condition variable of the C library: the standard library has nothing that waits with a time limit.
private final class ThreadCondition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let variable = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        mutex.initialize(to: pthread_mutex_t())
        variable.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(variable, nil)
    }

    deinit {
        pthread_cond_destroy(variable)
        pthread_mutex_destroy(mutex)
        variable.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func signal() { pthread_cond_signal(variable) }
    func broadcast() { pthread_cond_broadcast(variable) }
    func wait() { pthread_cond_wait(variable, mutex) }

    /// - Returns: Whether it was signaled in time.
    func wait(seconds: Int) -> Bool {
        var limit = timespec()
        clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_sec += seconds
        return pthread_cond_timedwait(variable, mutex, &limit) == 0
    }
}
