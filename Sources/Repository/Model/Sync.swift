/// The pages that a synchronization fetches from the API into the store.
public struct SyncRequest: Equatable, Codable, Sendable {
    /// The number of people on a page, 1 to 5,000.
    public var results: Int
    /// The number of pages, starting with page 1; 1 to 10,000.
    public var pages: Int

    package init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }
}

/// The progress of a synchronization, reported after each stored page.
public struct SyncProgress: Equatable, Codable, Sendable {
    /// The number of pages that this synchronization has stored so far.
    public var pagesDone: Int
    /// The total number of pages to fetch, excluding pages already in the store.
    public var pagesTotal: Int
    /// The number of people that this synchronization has stored so far.
    public var people: Int
    /// The notices for the page that was just stored.
    public var notices: [RepositoryNotice] = []
}
