public import Bloc

/// An in-memory storage whose saved data a test can inspect, and which can be made to fail.
///
/// Creating a second bloc with the same storage simulates the next run of the program.
public final class InMemoryHydrationStorage: HydrationStorage {
    /// The error that a failing storage throws.
    public struct Failure: Error {}

    private struct Guarded {
        var data: [String: HydratedData]
        var aside: [String: [HydratedData]] = [:]
        var writes = 0
        var isFailing = false
    }

    private let guarded: Lock<Guarded>

    /// Creates a storage with the data of an earlier run, by key.
    public init(_ data: [String: HydratedData] = [:]) {
        guarded = Lock(Guarded(data: data))
    }

    /// The saved data, by key.
    public var data: [String: HydratedData] { guarded.withLock { $0.data } }

    /// The data that was moved aside, by key, oldest first.
    public var aside: [String: [HydratedData]] { guarded.withLock { $0.aside } }

    /// The number of writes.
    public var writes: Int { guarded.withLock { $0.writes } }

    /// Makes all further calls throw ``Failure``, or succeed again.
    public func fail(_ isFailing: Bool) { guarded.withLock { $0.isFailing = isFailing } }

    private func change<Result: Sendable>(_ body: (inout Guarded) throws -> Result) throws -> Result {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            return try body(&guarded)
        }
    }

    /// Returns the data that was last written under the key.
    public func read(_ key: String) throws -> HydratedData? { try change { $0.data[key] } }

    /// Writes data under the key.
    public func write(_ data: HydratedData, for key: String) throws {
        try change { guarded in
            guarded.writes += 1
            guarded.data[key] = data
        }
    }

    /// Moves the data of the key to ``aside``.
    public func moveAside(_ key: String) throws {
        try change { guarded in
            if let data = guarded.data.removeValue(forKey: key) { guarded.aside[key, default: []].append(data) }
        }
    }

    /// Lists the keys of ``data``.
    public func keys() throws -> [String] { try change { Array($0.data.keys) } }
}
