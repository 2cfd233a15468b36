public import Repository

/// Tells of changes of the store while a program shows it.
public protocol StoreWatchService: Sendable {
    /// Returns an element after each write of the store, by this process or another one.
    func storeChanges() -> AsyncStream<Void>
}

extension CachingContactRepository: StoreWatchService {}
