import Repository

/// What a synchronisation is told.
enum SyncEvent: Codable, Sendable {
    /// People were asked for; does nothing while a synchronisation runs.
    case requested(SyncRequest)
}
