/// When a read may use the network.
public enum CachePolicy: Equatable, Sendable {
    /// The store answers; the network is asked first when the store has nobody at all, or was filled from the API longer
    /// than `maxAge` ago. A store that nobody filled from the API (people typed or imported) is never filled unasked.
    case cacheFirst(maxAge: Duration)
    /// The network is asked first; when it fails, the read fails.
    case networkOnly
    /// The store answers, however old it is.
    case cacheOnly
}
