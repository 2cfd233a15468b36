/// A run of contacts in the order of a query, with where to go on.
public struct ContactPage: Equatable, Sendable {
    /// The contacts, at most as many as the query's limit.
    public var contacts: [Contact]
    /// Where the next page begins; `nil` when this is the last.
    public var next: PageCursor?
    /// What the user should be told about how the page came about, in order.
    public var notices: [RepositoryNotice]

    /// Creates a page.
    public init(contacts: [Contact], next: PageCursor? = nil, notices: [RepositoryNotice] = []) {
        self.contacts = contacts
        self.next = next
        self.notices = notices
    }
}
