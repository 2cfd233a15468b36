import Repository

/// Which contacts a list is to show, and when it may use the network for them.
struct ContactListRequest: Equatable, Codable, Sendable {
    /// The order.
    var sort: ContactSort = .last
    /// Who is wanted.
    var filter = ContactFilter()
    /// Where the list begins; `nil` is the beginning of the order.
    var after: PageCursor?
    /// The most contacts in all; `nil` shows everybody.
    var limit: Int?
    /// The most contacts on a page, 1 or more.
    var pageSize = 500
    /// How the first page is read; later ones come from the store.
    var policy: CachePolicy
    /// Whether the first page says how many are found in all.
    var isCounted = false
}
