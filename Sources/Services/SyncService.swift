public import Repository

/// Fills the store from the API.
public protocol SyncService: Sendable {
    /// Fetches pages and reports each once it is stored.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}
