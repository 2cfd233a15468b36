import Synchronization

public import struct Foundation.Date

/// Values that live as long as the process.
public final class InMemoryValueStore: ValueStore {
    private struct Entry {
        var value: StoredValue
        var expiry: Date?
    }

    private let entries = Mutex<[String: Entry]>([:])
    private let now: @Sendable () -> Date

    /// Creates an empty store.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Reads a value.
    public func value(for key: String) -> StoredValue? {
        let time = now()
        return entries.withLock { entries in
            guard let entry = entries[key], entry.expiry.map({ $0 > time }) != false else { return nil }
            return entry.value
        }
    }

    /// Keeps a value.
    public func save(_ value: StoredValue, for key: String, until expiry: Date?) {
        entries.withLock { $0[key] = Entry(value: value, expiry: expiry) }
    }

    /// Forgets a value.
    public func remove(_ key: String) {
        entries.withLock { _ = $0.removeValue(forKey: key) }
    }

    /// Gives a value another name.
    public func rename(_ key: String, to newKey: String) {
        entries.withLock { entries in
            guard let entry = entries.removeValue(forKey: key) else { return }
            entries[newKey] = entry
        }
    }
}
