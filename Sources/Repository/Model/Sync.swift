/// Which pages of the API a synchronization puts into the store.
public struct SyncRequest: Equatable, Codable, Sendable {
    /// The people on a page, 1 to 5,000.
    public var results: Int
    /// The pages, from page 1 on, 1 to 10,000.
    public var pages: Int

    package init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }
}

/// The progress of a synchronization, reported after each stored page.
public struct SyncProgress: Equatable, Codable, Sendable {
    /// The pages that this synchronization has stored so far.
    public var pagesDone: Int
    /// The pages that this synchronization fetches in total, without pages that the store has already.
    public var pagesTotal: Int
    /// The people that this synchronization has stored so far.
    public var people: Int
    /// The notices about the page that was just stored.
    public var notices: [RepositoryNotice]

    package init(pagesDone: Int, pagesTotal: Int, people: Int, notices: [RepositoryNotice] = []) {
        self.pagesDone = pagesDone
        self.pagesTotal = pagesTotal
        self.people = people
        self.notices = notices
    }
}
