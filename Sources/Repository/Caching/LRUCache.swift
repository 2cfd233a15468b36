import Synchronization

/// An LRU cache: values by key within a limit of bytes; the least recently used are evicted.
///
/// The order of use is a doubly linked list whose links are keys, so each operation takes constant time.
package final class LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var value: Value
        var bytes: Int
        var older: Key?
        var newer: Key?
    }

    private struct Storage {
        var entries: [Key: Entry] = [:]
        var bytes = 0
        var oldest: Key?
        var newest: Key?
    }

    private let limit: Int
    private let storage = Mutex(Storage())

    /// Creates a cache of at most `limit` bytes; with 0 it keeps nothing.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of all cached values.
    package var bytes: Int { storage.withLock { $0.bytes } }

    /// The number of cached values.
    package var count: Int { storage.withLock { $0.entries.count } }

    /// Returns the value of the key, which counts as a use.
    package func value(for key: Key) -> Value? {
        storage.withLock { storage in
            guard let entry = storage.entries[key] else { return nil }
            Self.unlink(key, &storage)
            Self.append(key, &storage)
            return entry.value
        }
    }

    /// Caches a value of that many bytes; a value larger than the limit is not cached.
    package func insert(_ value: Value, for key: Key, bytes: Int) {
        storage.withLock { storage in
            Self.remove(key, &storage)
            guard bytes <= limit, limit > 0 else { return }
            storage.entries[key] = Entry(value: value, bytes: bytes)
            storage.bytes += bytes
            Self.append(key, &storage)
            while storage.bytes > limit, let oldest = storage.oldest { Self.remove(oldest, &storage) }
        }
    }

    /// Removes the value of the key.
    package func remove(_ key: Key) {
        storage.withLock { Self.remove(key, &$0) }
    }

    /// Removes all values.
    package func removeAll() {
        storage.withLock { $0 = Storage() }
    }

    private static func remove(_ key: Key, _ storage: inout Storage) {
        guard let entry = storage.entries[key] else { return }
        unlink(key, &storage)
        storage.entries[key] = nil
        storage.bytes -= entry.bytes
    }

    /// Unlinks the key from the order of use.
    private static func unlink(_ key: Key, _ storage: inout Storage) {
        guard let entry = storage.entries[key] else { return }
        if let older = entry.older { storage.entries[older]?.newer = entry.newer } else { storage.oldest = entry.newer }
        if let newer = entry.newer { storage.entries[newer]?.older = entry.older } else { storage.newest = entry.older }
        storage.entries[key]?.older = nil
        storage.entries[key]?.newer = nil
    }

    /// Links the key as the most recently used one.
    private static func append(_ key: Key, _ storage: inout Storage) {
        storage.entries[key]?.older = storage.newest
        if let newest = storage.newest { storage.entries[newest]?.newer = key } else { storage.oldest = key }
        storage.newest = key
    }
}
