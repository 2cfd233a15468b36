import Repository
import Synchronization

/// A ``ValueStore`` that keeps its values in memory.
package final class InMemoryValueStore: ValueStore {
    private let values = Mutex<[String: String]>([:])

    /// Creates an empty store.
    package init() {}

    /// Reads a value.
    package func value(for key: String) -> String? {
        values.withLock { $0[key] }
    }

    /// Saves values.
    package func save(_ new: [String: String]) {
        values.withLock { $0.merge(new) { $1 } }
    }

    /// Renames a value.
    package func rename(_ key: String, to newKey: String) {
        values.withLock { values in
            if let value = values.removeValue(forKey: key) { values[newKey] = value }
        }
    }
}
