import Synchronization

/// Takes note of how long a server would have waited, and does not wait.
final class WaitLog: Sendable {
    private let log = Mutex<[Duration]>([])

    /// The waits so far, in order.
    var waits: [Duration] { log.withLock { $0 } }

    var sleep: @Sendable (Duration) async throws -> Void {
        { duration in self.log.withLock { $0.append(duration) } }
    }
}
