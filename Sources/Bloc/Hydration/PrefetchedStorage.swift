import Dispatch

/// A storage that lets blocs use an async storage by reading their data before they are created.
///
/// A bloc is restored synchronously when it is created, so its data must be in memory by then. Writes go to the async storage.
///
/// ```swift
/// let storage = try await PrefetchedStorage(database)
/// try await storage.prefetch(["room/7"])  // Only for a storage that was created with explicit keys.
/// ```
///
/// Create one for each async storage and share it: two of them wouldn't see each other's writes.
public final class PrefetchedStorage: HydrationStorage {
    private struct Guarded {
        /// The data of each key that was read; `nil` if the storage had none.
        var data: [String: HydratedData?] = [:]
        /// The moves of invalid data that are still in progress or have failed.
        var moves: [String: Task<Void, any Error>] = [:]
    }

    private let storage: any AsyncHydrationStorage
    private let hasAllKeys: Bool
    private let guarded = Lock(Guarded())

    /// Reads the data of the given keys, as in ``Hydration/key``, from an async storage, or of all its keys if none are given.
    public init(_ storage: any AsyncHydrationStorage, keys: [String]? = nil) async throws {
        self.storage = storage
        hasAllKeys = keys == nil
        let read = if let keys { keys } else { try await storage.keys() }
        try await prefetch(read)
    }

    /// Reads the data of more keys; data that is already in memory is newer and stays.
    public func prefetch(_ keys: [String]) async throws {
        for key in keys where guarded.withLock({ $0.data[key] == nil }) {
            let data = try await storage.read(key)
            guarded.withLock { if $0.data[key] == nil { $0.data[key] = .some(data) } }
        }
    }

    /// Returns the data that was prefetched or last written; throws ``HydrationError/Code/notPrefetched`` for other keys.
    public func read(_ key: String) throws -> HydratedData? {
        if let data = guarded.withLock({ $0.data[key] }) { return data }
        guard hasAllKeys else { throw HydrationError(.notPrefetched, key: key) }
        return nil
    }

    /// Writes one entry and blocks until it is written.
    public func write(_ data: HydratedData, for key: String) throws {
        if let error = write([key: data])[key] { throw error }
    }

    /// Writes a batch and blocks until it is written; must never be called on a thread of Swift's pool.
    public func write(_ batch: [String: HydratedData]) -> [String: any Error] {
        let failures = Lock<[String: any Error]>([:])
        let isWritten = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            let failed = await writeAfterMoves(batch)
            failures.withLock { $0 = failed }
            isWritten.signal()
        }
        isWritten.wait()
        return failures.withLock(\.self)
    }

    /// Writes the entries, except those whose invalid data couldn't be moved aside and must not be overwritten.
    private func writeAfterMoves(_ batch: [String: HydratedData]) async -> [String: any Error] {
        var failures: [String: any Error] = [:]
        for (key, move) in guarded.withLock({ $0.moves }) where batch[key] != nil {
            do {
                // A move that failed is retried.
                if case .failure = await move.result { try await storage.moveAside(key) }
                guarded.withLock { $0.moves[key] = nil }
            } catch {
                failures[key] = error
            }
        }
        let rest = batch.filter { failures[$0.key] == nil }
        do {
            if !rest.isEmpty { failures.merge(try await storage.write(rest)) { $1 } }
        } catch {
            failures.merge(rest.mapValues { _ in error }) { $1 }
        }
        let failed = failures
        guarded.withLock { guarded in
            for (key, data) in rest where failed[key] == nil { guarded.data[key] = .some(data) }
        }
        return failures
    }

    /// Begins to move the data of a key aside; the key's next write waits for this.
    public func moveAside(_ key: String) {
        let move = Task { [storage] in try await storage.moveAside(key) }
        guarded.withLock { guarded in
            guarded.data[key] = .some(nil)
            guarded.moves[key] = move
        }
    }

    /// Lists the keys that have data; throws ``HydrationError/Code/cannotList`` unless all keys were prefetched.
    public func keys() throws -> [String] {
        guard hasAllKeys else { throw HydrationError(.cannotList) }
        return guarded.withLock { $0.data.compactMap { $1 == nil ? nil : $0 } }
    }
}

/// A storage whose functions are async, such as a database on a server; blocs use it through a ``PrefetchedStorage``.
///
/// A write must be atomic: a read after a crash returns either the old data or the new data, never a mixture.
public protocol AsyncHydrationStorage: Sendable {
    /// Returns the data that was last written under a key, or `nil` if there is none.
    func read(_ key: String) async throws -> HydratedData?

    /// Writes the data of several keys and replaces existing data. Batches come one at a time.
    ///
    /// - Returns: The errors by key; all other entries were written.
    /// - Throws: An error if no entry was written.
    func write(_ batch: [String: HydratedData]) async throws -> [String: any Error]

    /// Moves invalid data away from a key and keeps it for inspection.
    func moveAside(_ key: String) async throws

    /// Lists the keys that have data, in no particular order.
    func keys() async throws -> [String]
}
