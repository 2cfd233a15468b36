import Bloc
import Synchronization

/// Keeps data in memory, and fails when told to.
final class MemoryStorage: HydrationStorage {
    struct Failure: Error {}

    private struct Guarded {
        var data: [String: HydratedData] = [:]
        var aside: [HydratedData] = []
        var writes = 0
        var isFailing = false
    }

    private let guarded: Mutex<Guarded>

    init(_ data: [String: HydratedData] = [:]) {
        guarded = Mutex(Guarded(data: data))
    }

    var data: [String: HydratedData] { guarded.withLock { $0.data } }
    var aside: [HydratedData] { guarded.withLock { $0.aside } }
    var writes: Int { guarded.withLock { $0.writes } }

    func fail(_ isFailing: Bool) { guarded.withLock { $0.isFailing = isFailing } }

    func read(_ key: String) throws -> HydratedData? {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            return guarded.data[key]
        }
    }

    func write(_ data: HydratedData, for key: String) throws {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            guarded.writes += 1
            guarded.data[key] = data
        }
    }

    func moveAside(_ key: String) throws {
        try guarded.withLock { guarded in
            if guarded.isFailing { throw Failure() }
            if let data = guarded.data.removeValue(forKey: key) { guarded.aside.append(data) }
        }
    }
}
