/// Which contacts are wanted, in which order, from where on.
public struct ContactQuery: Hashable, Sendable {
    /// The order.
    public var sort: ContactSort
    /// The most contacts that a page may hold, 1 or more.
    public var limit: Int
    /// Where the page begins; `nil` is the beginning of the order.
    public var after: PageCursor?
    /// Who is wanted.
    public var filter: ContactFilter

    /// Creates a query.
    public init(
        sort: ContactSort = .last,
        limit: Int,
        after: PageCursor? = nil,
        filter: ContactFilter = ContactFilter()
    ) {
        self.sort = sort
        self.limit = limit
        self.after = after
        self.filter = filter
    }
}
