/// Caches first pages in memory until the store changes.
///
/// A page is a cache hit only at the revision it was read at, so the cache never differs from the store.
final class PageMemory: Sendable {
    private struct Entry: Sendable {
        let page: ContactPage
        let revision: StoreRevision
    }

    private let pages: LRUCache<ContactQuery, Entry>

    /// Creates a cache of about `limit` bytes.
    init(limit: Int) {
        pages = LRUCache(limit: limit)
    }

    /// Returns the page of the query if it was read at the revision.
    func page(of query: ContactQuery, at revision: StoreRevision) -> ContactPage? {
        guard let entry = pages.value(for: query) else { return nil }
        guard entry.revision == revision else {
            pages.remove(query)
            return nil
        }
        return entry.page
    }

    /// Caches a page that was read after the revision.
    func insert(_ page: ContactPage, of query: ContactQuery, at revision: StoreRevision) {
        let bytes = page.contacts.reduce(into: 1024) { $0 += $1.memorySize }
        pages.insert(Entry(page: page, revision: revision), for: query, bytes: bytes)
    }
}

extension Contact {
    /// About how many bytes the contact takes in memory, heap blocks of its texts included.
    var memorySize: Int {
        let links = [picture.large, picture.medium, picture.thumbnail, registered].compactMap { $0 }
        let photo: Int =
            switch photo {
            case .uri(let uri): uri.utf8.count
            case .data(_, let base64): base64.utf8.count
            case nil: 0
            }
        let entries = emails.count + phones.count + 4 * addresses.count + 2 * lines.count
        let own = MemoryLayout<Contact>.stride
        // A text of up to 15 bytes is stored inline; a longer one is a heap block with a header of 32 bytes.
        return (ContactField.allTexts(of: self) + links + lines).reduce(
            into: own + photo + entries * MemoryLayout<ContactValue>.stride
        ) { size, text in
            if text.utf8.count > 15 { size += text.utf8.count + 32 }
        }
    }
}
