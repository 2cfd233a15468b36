/// When a read may use the network.
///
/// Under every policy the answer is read from the store: people from the network are stored first.
public enum CachePolicy: Hashable, Codable, Sendable {
    /// Reads the store, after a refresh when it is empty or was filled from the API longer than `maxAge` ago.
    ///
    /// When the network fails, the stored contacts are returned with their age. A store that was never filled from the
    /// API, because its contacts were typed or imported, is not refreshed.
    case cacheFirst(maxAge: Duration)
    case cacheOnly
    /// Refreshes first; the read fails when the network fails.
    case networkOnly
}
