/// Consecutive contacts of a query's result, with the cursor of the next page.
public struct ContactPage: Equatable, Sendable {
    /// The contacts, at most as many as the query's limit.
    public var contacts: [Contact]
    /// Where the next page begins; `nil` when this is the last.
    public var next: PageCursor?
    /// Notices for the user about where the page came from, in order.
    public var notices: [RepositoryNotice]

    /// Creates a page.
    public init(contacts: [Contact], next: PageCursor? = nil, notices: [RepositoryNotice] = []) {
        self.contacts = contacts
        self.next = next
        self.notices = notices
    }
}

/// An opaque place in the order of a query.
///
/// A repository makes the text. Its form is versioned and may change between versions of the program. A cursor of
/// another order is refused.
public struct PageCursor: RawRepresentable, Hashable, Codable, Sendable {
    /// The opaque text.
    public let rawValue: String

    /// Takes the text as it is; a repository checks it when it is used.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
