public import Repository

/// Reads the list of contacts page by page.
public protocol ContactListService: Sendable {
    /// Reads one page.
    func page(of query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Counts whom the filter finds in the store.
    func count(_ filter: ContactFilter) async throws -> Int
}
