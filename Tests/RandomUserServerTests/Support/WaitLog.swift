import Synchronization

/// Records how long a server would have waited, without waiting.
final class WaitLog: Sendable {
    private let log = Mutex<[Duration]>([])

    /// The waits so far, in order.
    var waits: [Duration] { log.withLock { $0 } }

    var sleep: @Sendable (Duration) async throws -> Void {
        { duration in self.log.withLock { $0.append(duration) } }
    }
}
