import Dispatch

/// An async storage for blocs, with data that was read before they are created.
///
/// A bloc is restored synchronously when it is created, so its data must be in memory by then. Writes go to the async storage.
///
/// ```swift
/// let storage = try await PrefetchedStorage(database)
/// try await storage.prefetch(["room/7"])  // Only for a storage that was created with some keys.
/// ```
///
/// Create one for each async storage and share it: two would not see each other's writes.
public final class PrefetchedStorage: HydrationStorage {
    private struct Guarded {
        /// The data of each key that was read; `nil` when there was none.
        var data: [String: HydratedData?] = [:]
        /// The data that is being moved aside.
        var moves: [String: Task<Void, any Error>] = [:]
    }

    private let storage: any AsyncHydrationStorage
    private let hasAllKeys: Bool
    private let guarded = Lock(Guarded())

    /// Reads data from an async storage.
    ///
    /// - Parameters:
    ///   - storage: The async storage.
    ///   - keys: The keys to read, as in ``Hydration/key``; all keys of the storage without them.
    /// - Throws: The error of the storage.
    public init(_ storage: any AsyncHydrationStorage, keys: [String]? = nil) async throws {
        self.storage = storage
        hasAllKeys = keys == nil
        let read = if let keys { keys } else { try await storage.keys() }
        try await prefetch(read)
    }

    /// Reads the data of more keys; data that is in memory already is newer and stays.
    public func prefetch(_ keys: [String]) async throws {
        for key in keys where guarded.withLock({ $0.data[key] == nil }) {
            let data = try await storage.read(key)
            guarded.withLock { if $0.data[key] == nil { $0.data[key] = .some(data) } }
        }
    }

    /// Returns the data that was prefetched or last written.
    ///
    /// - Throws: ``HydrationError`` with the code ``HydrationError/Code/notPrefetched`` for a key that was not read before.
    public func read(_ key: String) throws -> HydratedData? {
        if let data = guarded.withLock({ $0.data[key] }) { return data }
        guard hasAllKeys else { throw HydrationError(.notPrefetched, key: key) }
        return nil
    }

    /// Writes one entry and blocks until it is written.
    public func write(_ data: HydratedData, for key: String) throws {
        if let error = try write([key: data])[key] { throw error }
    }

    /// Writes a batch and blocks until it is written; never call it on a thread of Swift's pool.
    public func write(_ batch: [String: HydratedData]) throws -> [String: any Error] {
        let written = Lock<Result<[String: any Error], any Error>>(.success([:]))
        let isWritten = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            let result: Result<[String: any Error], any Error>
            do {
                result = .success(try await writeAfterMoves(batch))
            } catch {
                result = .failure(error)
            }
            written.withLock { $0 = result }
            isWritten.signal()
        }
        isWritten.wait()
        return try written.withLock(\.self).get()
    }

    /// Moves the data of a key aside, which ends before the next write of the key.
    public func moveAside(_ key: String) {
        guarded.withLock { $0.data[key] = .some(nil) }
        startMove(key)
    }

    /// Lists the keys that have data.
    ///
    /// - Throws: ``HydrationError`` with the code ``HydrationError/Code/cannotList`` unless all keys were prefetched.
    public func keys() throws -> [String] {
        guard hasAllKeys else { throw HydrationError(.cannotList) }
        return guarded.withLock { $0.data.compactMap { $1 == nil ? nil : $0 } }
    }
}

extension PrefetchedStorage {
    private func startMove(_ key: String) {
        let move = Task { [storage] in try await storage.moveAside(key) }
        guarded.withLock { $0.moves[key] = move }
    }

    /// Writes the entries whose invalid data was moved aside: it must not be overwritten.
    private func writeAfterMoves(_ batch: [String: HydratedData]) async throws -> [String: any Error] {
        var failures: [String: any Error] = [:]
        for (key, move) in guarded.withLock({ $0.moves }) where batch[key] != nil {
            do {
                try await move.value
                guarded.withLock { $0.moves[key] = nil }
            } catch {
                failures[key] = error
                startMove(key)
            }
        }
        let rest = batch.filter { failures[$0.key] == nil }
        guard !rest.isEmpty else { return failures }
        failures.merge(try await storage.write(rest)) { $1 }
        let failed = failures
        guarded.withLock { guarded in
            for (key, data) in rest where failed[key] == nil { guarded.data[key] = .some(data) }
        }
        return failures
    }
}
