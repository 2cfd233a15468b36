import Synchronization

/// Values by key, in no more bytes than were granted; those that were not used for longest make room.
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

    /// Grants `limit` bytes; with 0 nothing is kept.
    package init(limit: Int) {
        self.limit = limit
    }

    /// The bytes of all values.
    package var bytes: Int { storage.withLock { $0.bytes } }

    /// The number of values.
    package var count: Int { storage.withLock { $0.entries.count } }

    /// The value of the key, which counts as a use.
    package func value(for key: Key) -> Value? {
        storage.withLock { storage in
            guard let entry = storage.entries[key] else { return nil }
            Self.unlink(key, &storage)
            Self.append(key, &storage)
            return entry.value
        }
    }

    /// Keeps the value, which takes the bytes; one that is larger than all that was granted is not kept.
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

    /// Forgets the value of the key.
    package func remove(_ key: Key) {
        storage.withLock { Self.remove(key, &$0) }
    }

    /// Forgets everything.
    package func removeAll() {
        storage.withLock { $0 = Storage() }
    }

    private static func remove(_ key: Key, _ storage: inout Storage) {
        guard let entry = storage.entries[key] else { return }
        unlink(key, &storage)
        storage.entries[key] = nil
        storage.bytes -= entry.bytes
    }

    /// Takes the key out of the order of use.
    private static func unlink(_ key: Key, _ storage: inout Storage) {
        guard let entry = storage.entries[key] else { return }
        if let older = entry.older { storage.entries[older]?.newer = entry.newer } else { storage.oldest = entry.newer }
        if let newer = entry.newer { storage.entries[newer]?.older = entry.older } else { storage.newest = entry.older }
        storage.entries[key]?.older = nil
        storage.entries[key]?.newer = nil
    }

    /// Puts the key at the end of the order of use.
    private static func append(_ key: Key, _ storage: inout Storage) {
        storage.entries[key]?.older = storage.newest
        if let newest = storage.newest { storage.entries[newest]?.newer = key } else { storage.oldest = key }
        storage.newest = key
    }
}

/// Pages that were read, as long as the store has not changed since.
///
/// It only saves reading: what is in it is what the store would say.
final class PageMemory: Sendable {
    private struct Kept: Sendable {
        let page: ContactPage
        let revision: StoreRevision
    }

    private let pages: LRUCache<ContactQuery, Kept>

    /// Keeps pages in no more than about `limit` bytes.
    init(limit: Int) {
        pages = LRUCache(limit: limit)
    }

    /// The page of the query in the store's present revision.
    func page(of query: ContactQuery, at revision: StoreRevision) -> ContactPage? {
        guard let kept = pages.value(for: query) else { return nil }
        guard kept.revision == revision else {
            pages.remove(query)
            return nil
        }
        return kept.page
    }

    /// Keeps a page that was read after the revision had been asked for.
    func insert(_ page: ContactPage, of query: ContactQuery, at revision: StoreRevision) {
        let bytes = page.contacts.reduce(into: 1024) { $0 += $1.memorySize }
        pages.insert(Kept(page: page, revision: revision), for: query, bytes: bytes)
    }

    /// Forgets everything.
    func removeAll() {
        pages.removeAll()
    }
}

/// Says whether a store may have changed: as long as two of these are equal, it has not.
public struct StoreRevision: Hashable, Sendable {
    /// Counts what this process did with the store.
    public var own: Int64
    /// Counts what others did with it.
    public var others: Int64

    /// Creates a revision.
    public init(own: Int64, others: Int64 = 0) {
        self.own = own
        self.others = others
    }
}

extension Contact {
    /// About how many bytes the contact takes in memory: its own, and those of texts that do not fit in themselves.
    var memorySize: Int {
        if let storedTexts { return MemoryLayout<Contact>.stride + 32 + storedTexts.size }
        let links = [picture.large, picture.medium, picture.thumbnail, registered].compactMap { $0 }
        let photo: Int =
            switch photo {
            case .uri(let uri): uri.utf8.count
            case .data(_, let base64): base64.utf8.count
            case nil: 0
            }
        let entries = emails.count + phones.count + 4 * addresses.count + 2 * lines.count
        let own = MemoryLayout<Contact>.stride + 32 + MemoryLayout<ContactFields>.stride
        // Up to 15 bytes of a text are kept in place; longer ones have a head of 32.
        return (ContactField.allTexts(of: self) + links + lines).reduce(
            into: own + photo + entries * MemoryLayout<ContactValue>.stride
        ) { size, text in
            if text.utf8.count > 15 { size += text.utf8.count + 32 }
        }
    }
}
