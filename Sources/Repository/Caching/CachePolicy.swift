/// When a read may use the network.
///
/// What is shown comes from the store under every policy: people from the network are stored first, then read.
public enum CachePolicy: Hashable, Codable, Sendable {
    /// The store answers; the network is asked first when the store has nobody at all, or was filled from the API longer
    /// than `maxAge` ago. When the network fails, older people are shown with their age.
    ///
    /// A store that nobody filled from the API (people typed or imported) is never filled unasked.
    case cacheFirst(maxAge: Duration)
    /// The store answers at once, however old it is, and is refreshed meanwhile; a store with nobody is filled first.
    case cacheThenRefresh
    /// The network is asked first. When it fails, the store answers with the age of what it has, if that is allowed and
    /// it has anybody; otherwise the read fails.
    case networkFirst(fallback: Bool)
    /// The store answers, however old it is.
    case cacheOnly
    /// The network is asked first; when it fails, the read fails.
    case networkOnly
}
