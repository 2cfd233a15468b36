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

/// An opaque place in the order of a query, good for that order only.
///
/// The text is what a repository made; its form is versioned and may change between versions of the program, and a
/// cursor of another order is refused.
public struct PageCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The opaque text.
    public let rawValue: String

    /// Takes the text as it is; a repository checks it when it is used.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
