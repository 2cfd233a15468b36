import Repository

/// How far a synchronisation is.
enum SyncState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Pages are being fetched; `nil` before the first is stored.
    case running(SyncProgress?)
    /// All is stored; `nil` when there was nothing to fetch.
    case finished(SyncProgress?)
    /// Something went wrong; what was stored before stays.
    case failure(RepositoryError, stored: SyncProgress?)
}
