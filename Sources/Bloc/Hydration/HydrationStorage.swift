/// A storage for the states of blocs between runs of a program.
///
/// A write must be atomic: a read after a crash returns either the old data or the new data, never a mixture.
///
/// Writes come one batch at a time, from a thread outside Swift's pool, where they may block. Reads come from the
/// thread that creates a bloc, possibly while other keys are being written, but never while that key is. For a storage
/// with async functions, use ``AsyncHydrationStorage``.
public protocol HydrationStorage: Sendable {
    /// A value that distinguishes this storage from others, such as the path of its folder; a class is identified by the object.
    ///
    /// Two values that write to the same place must have the same identity: they share their batches, and the newest
    /// bloc with a key supersedes older ones. It is compared with the identities of other storages, so use your own
    /// type, or a string that begins with the name of the storage.
    var identity: any Hashable & Sendable { get }

    /// Returns the data that was last written under a key, or `nil` if there is none.
    func read(_ key: String) throws -> HydratedData?

    /// Writes data under a key and replaces existing data.
    func write(_ data: HydratedData, for key: String) throws

    /// Writes the data of several keys. Blocs write only through this function.
    ///
    /// Implement it if one commit for all keys is faster than one for each. The default writes them one by one.
    ///
    /// - Returns: The errors by key; all other entries were written.
    /// - Throws: An error if no entry was written.
    func write(_ batch: [String: HydratedData]) throws -> [String: any Error]

    /// Moves invalid data away from a key and keeps it for inspection.
    func moveAside(_ key: String) throws

    /// Lists the keys that have data, in no particular order.
    ///
    /// The default throws ``HydrationError/Code/cannotList``.
    func keys() throws -> [String]
}

extension HydrationStorage where Self: AnyObject {
    /// The object's identity.
    public var identity: any Hashable & Sendable { ObjectIdentifier(self) }
}

extension HydrationStorage {
    /// Writes the entries one by one.
    public func write(_ batch: [String: HydratedData]) -> [String: any Error] {
        var failures: [String: any Error] = [:]
        for (key, data) in batch {
            do {
                try write(data, for: key)
            } catch {
                failures[key] = error
            }
        }
        return failures
    }

    /// Throws ``HydrationError/Code/cannotList``.
    public func keys() throws -> [String] { throw HydrationError(.cannotList) }
}

/// A saved state: its bytes and the version of their format.
public struct HydratedData: Hashable, Sendable {
    /// The version of the format, 1 or more.
    public let version: Int
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates data.
    public init(version: Int, bytes: [UInt8]) {
        self.version = version
        self.bytes = bytes
    }
}
