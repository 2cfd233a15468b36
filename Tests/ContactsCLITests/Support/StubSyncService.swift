import Repository
import Services

/// A synchronisation that reports what the test says, then fails with the error if there is one.
struct StubSyncService: SyncService {
    var reports: [SyncProgress]
    var error: RepositoryError?

    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error> {
        AsyncThrowingStream { continuation in
            for report in reports { continuation.yield(report) }
            continuation.finish(throwing: error)
        }
    }
}
