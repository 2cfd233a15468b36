public import Repository

/// Watches the store for changes while the program shows it.
public protocol StoreWatchService: Sendable {
    /// Returns the page of the query, and again after every change that affects it; `policy` decides whether it is
    /// refreshed first.
    func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse>

    /// Returns an element after each write of the store, by this process or another one.
    func storeChanges() -> AsyncStream<Void>
}

extension CachingContactRepository: StoreWatchService {}
