import Synchronization

/// Stops the waits for a database, and the transactions that have not been committed, of all that share it.
///
/// A cancelled task stops its own; this stops those of other tasks, too, such as what is saved when a program ends.
public final class Interruption: Sendable {
    private let requested = Atomic<Bool>(false)

    /// Creates one that is not requested.
    public init() {}

    /// Whether the interruption was requested.
    public var isRequested: Bool { requested.load(ordering: .relaxed) }

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

    /// The longest sleep between two attempts, in milliseconds: so soon is an interruption heard.
    private static let longestSleep = 50

    init(limit: Int, interruption: Interruption) {
        self.limit = limit
        self.interruption = interruption
    }

    /// Whether the work is no longer wanted; to be asked in the task that does it.
    var isEnded: Bool { interruption.isRequested || Task.isCancelled }

    /// How long to sleep before the next attempt, in milliseconds; `nil` to give up.
    ///
    /// The sleeps grow and are random, so that two waiting connections do not collide again.
    func sleep(before attempt: Int) -> Int32? {
        // A sleep is half of the longest on average, which is accurate enough for the limit.
        let growing = min(attempt, Self.longestSleep / 4)
        let waited = growing * (growing + 1) + (attempt - growing) * Self.longestSleep / 2
        guard waited < limit, !isEnded else { return nil }
        return Int32.random(in: 1...Int32(min((attempt + 1) * 4, Self.longestSleep)))
    }
}
