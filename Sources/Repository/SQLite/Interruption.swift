import Synchronization

/// Stops the waits for a database, and the transactions that have not been committed, of all that share it.
///
/// A cancelled task stops its own; this stops those of other tasks, too, such as what is saved when a program ends. It also
/// reports the first wait that takes long.
public final class Interruption: Sendable {
    private let requested = Atomic<Bool>(false)

    private let isNoted = Atomic<Bool>(false)
    private let onWait: @Sendable () -> Void

    /// Creates one that is not requested.
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

    /// Whether the work of this task is no longer wanted.
    var isUnwanted: Bool { isRequested || Task.isCancelled }

    /// Requests the interruption, for good.
    public func request() {
        requested.store(true, ordering: .relaxed)
    }
}

/// When a connection stops to wait for the locks of others: what its busy handler reads.
final class LockPatience {
    /// How long to wait for a locked database, in milliseconds.
    var limit: Int
    private let interruption: Interruption
    /// How long the current wait has slept, in milliseconds.
    private var slept = 0

    /// The wait that is long enough to be reported, in milliseconds.
    private static let longWait = 1000
    /// The longest sleep between two attempts, in milliseconds: so soon is an interruption heard.
    private static let longestSleep = 50

    init(limit: Int, interruption: Interruption) {
        self.limit = limit
        self.interruption = interruption
    }

    /// Whether the work is no longer wanted; to be asked in the task that does it.
    var isEnded: Bool { interruption.isUnwanted }

    /// How long to sleep before the next attempt, in milliseconds; `nil` to give up.
    ///
    /// The sleeps grow and are random, so that two waiting connections do not collide again.
    func sleep(before attempt: Int) -> Int32? {
        if attempt == 0 { slept = 0 }
        guard slept < limit, !isEnded else { return nil }
        if slept >= Self.longWait { interruption.noteWait() }
        let sleep = Int.random(in: 1...min((attempt + 1) * 4, Self.longestSleep))
        slept += sleep
        return Int32(sleep)
    }
}
