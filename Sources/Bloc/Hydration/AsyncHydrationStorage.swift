/// A storage whose functions are async, such as a database on a server; blocs use it through a ``PrefetchedStorage``.
///
/// A write must be atomic: a read after a crash returns the old data or the new, never a part.
public protocol AsyncHydrationStorage: Sendable {
    /// Reads the data that was last written under a key; `nil` if there is none.
    func read(_ key: String) async throws -> HydratedData?

    /// Writes the data of several keys, replacing what is there. Batches come one at a time.
    ///
    /// - Returns: The errors by key; the entries of other keys are written.
    /// - Throws: An error when no entry is written.
    func write(_ batch: [String: HydratedData]) async throws -> [String: any Error]

    /// Moves invalid data away from a key and keeps it for inspection.
    func moveAside(_ key: String) async throws

    /// Lists the keys that have data, in no particular order.
    func keys() async throws -> [String]
}
