public import Repository

/// Tells of changes of the store while a program shows it.
public protocol StoreWatchService: Sendable {
    /// Returns what the query finds, and again after every change that changes the page; `policy` says whether a refresh
    /// comes first.
    func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse>

    /// Returns an element after each write of the store, by this process or another one.
    func storeChanges() -> AsyncStream<Void>
}

extension CachingContactRepository: StoreWatchService {}
