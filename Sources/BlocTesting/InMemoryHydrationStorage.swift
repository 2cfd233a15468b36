public import Bloc

/// Keeps the states of blocs in memory, so that a test sees what was saved, and fails when told to.
///
/// A second bloc over the same storage is the next run of the program.
public final class InMemoryHydrationStorage: HydrationStorage {
    /// What a storage throws that was told to fail.
    public struct Failure: Error {}

    private struct Guarded {
        var data: [String: HydratedData]
        var aside: [String: [HydratedData]] = [:]
        var writes = 0
        var isFailing = false
    }

    private let guarded: Lock<Guarded>

    /// Creates a storage that holds data of an earlier run, by key.
    public init(_ data: [String: HydratedData] = [:]) {
        guarded = Lock(Guarded(data: data))
    }

    /// What is saved, by key.
    public var data: [String: HydratedData] { guarded.withLock { $0.data } }

    /// What was moved aside, by key, oldest first.
    public var aside: [String: [HydratedData]] { guarded.withLock { $0.aside } }

    /// How often something was saved.
    public var writes: Int { guarded.withLock { $0.writes } }

    /// Lets every further call throw ``Failure``, or work again.
    public func fail(_ isFailing: Bool) { guarded.withLock { $0.isFailing = isFailing } }

    /// Reads what was written last under the key.
    public func read(_ key: String) throws -> HydratedData? {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            return guarded.data[key]
        }
    }

    /// Writes data under the key.
    public func write(_ data: HydratedData, for key: String) throws {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            guarded.writes += 1
            guarded.data[key] = data
        }
    }

    /// Keeps the data of the key in ``aside``.
    public func moveAside(_ key: String) throws {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            if let data = guarded.data.removeValue(forKey: key) { guarded.aside[key, default: []].append(data) }
        }
    }
}
