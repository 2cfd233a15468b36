/// Pages that were read, as long as the store has not changed since.
///
/// It only saves reading: what is in it is what the store would say.
final class PageMemory: Sendable {
    private struct Kept: Sendable {
        let page: ContactPage
        let revision: StoreRevision
    }

    private let pages: MemoryCache<ContactQuery, Kept>

    /// Keeps pages in no more than about `limit` bytes.
    init(limit: Int) {
        pages = MemoryCache(limit: limit)
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
