import Synchronization

/// Interrupts the lock waits and uncommitted transactions of every connection that shares it.
///
/// Cancelling a task only interrupts its own; this also interrupts those of other tasks, such as saving when the
/// program ends. It also reports the first long wait.
public final class Interruption: Sendable {
    private let requested = Atomic<Bool>(false)

    private let isNoted = Atomic<Bool>(false)
    private let onWait: @Sendable () -> Void

    /// Creates an interruption that hasn't been requested.
    ///
    /// - Parameter onWait: Called once, when a database has been locked for more than a second.
    public init(onWait: @escaping @Sendable () -> Void = {}) {
        self.onWait = onWait
    }

    func noteWait() {
        if !isNoted.exchange(true, ordering: .relaxed) { onWait() }
    }

    /// Whether the interruption was requested.
    public var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Whether the current task should stop its work.
    var isUnwanted: Bool { isRequested || Task.isCancelled }

    /// Requests the interruption, which can't be withdrawn.
    public func request() {
        requested.store(true, ordering: .relaxed)
    }
}

/// The limits for waiting on locks of other connections, used by the busy handler.
final class LockWait {
    /// The maximum wait for a locked database, in milliseconds.
    var limit: Int
    private let interruption: Interruption
    /// The time slept in the current wait, in milliseconds.
    private var slept = 0

    /// The duration from which a wait is reported, in milliseconds.
    private static let longWait = 1000
    /// The longest sleep between two attempts, in milliseconds, which limits the delay of an interruption.
    private static let longestSleep = 50

    init(limit: Int, interruption: Interruption) {
        self.limit = limit
        self.interruption = interruption
    }

    /// Whether the work should stop; must be read in the task that does the work.
    var isEnded: Bool { interruption.isUnwanted }

    /// Returns the time to sleep before the next attempt, in milliseconds; `nil` to give up.
    ///
    /// The sleeps grow and are random, so that two waiting connections don't collide again.
    func sleep(before attempt: Int) -> Int32? {
        if attempt == 0 { slept = 0 }
        guard slept < limit, !isEnded else { return nil }
        if slept >= Self.longWait { interruption.noteWait() }
        let sleep = Int.random(in: 1...min((attempt + 1) * 4, Self.longestSleep))
        slept += sleep
        return Int32(sleep)
    }
}
