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
