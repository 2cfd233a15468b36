/// How much of the API a synchronisation makes the store hold.
public struct SyncRequest: Equatable, Codable, Sendable {
    /// The people on a page, 1 to 5,000.
    public var results: Int
    /// The pages, from page 1 on, 1 to 10,000.
    public var pages: Int

    /// Creates a request.
    public init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }
}

/// How far a synchronisation has come, told after each page that was stored.
public struct SyncProgress: Equatable, Codable, Sendable {
    /// The pages that were stored by now in this synchronisation.
    public var pagesDone: Int
    /// The pages that this synchronisation fetches in all; those that the store holds already are not counted.
    public var pagesTotal: Int
    /// The people stored by now in this synchronisation.
    public var people: Int
    /// What there is to tell about the page just stored.
    public var notices: [RepositoryNotice]

    /// Creates a report.
    public init(pagesDone: Int, pagesTotal: Int, people: Int, notices: [RepositoryNotice] = []) {
        self.pagesDone = pagesDone
        self.pagesTotal = pagesTotal
        self.people = people
        self.notices = notices
    }
}
