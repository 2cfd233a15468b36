package import Repository
import Synchronization

package import struct Foundation.Date

/// A ``ValueStore`` that keeps its values in memory.
package final class InMemoryValueStore: ValueStore {
    private struct Entry {
        var value: StoredValue
        var expiry: Date?
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    package init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Reads a value.
    package func value(for key: String) -> StoredValue? {
        let time = now()
        return entries.withLock { entries in
            guard let entry = entries[key], entry.expiry.map({ $0 > time }) != false else { return nil }
            return entry.value
        }
    }

    /// Saves a value.
    package func save(_ value: StoredValue, for key: String, until expiry: Date?) {
        entries.withLock { $0[key] = Entry(value: value, expiry: expiry) }
    }

    /// Saves several values.
    package func save(_ values: [String: StoredValue]) {
        entries.withLock { entries in
            for (key, value) in values { entries[key] = Entry(value: value, expiry: nil) }
        }
    }

    /// Removes a value.
    package func remove(_ key: String) {
        entries.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// Renames a value.
    package func rename(_ key: String, to newKey: String) {
        entries.withLock { entries in
            guard let entry = entries.removeValue(forKey: key) else { return }
            entries[newKey] = entry
        }
    }
}
