import Repository

/// A page that a list is about to read.
struct ContactListPageNeed: Equatable, Codable, Sendable {
    /// The number of the page, from 1 on.
    var number: Int
    /// The contacts that the pages before it had.
    var before: Int
    /// Where the page begins; `nil` is the beginning.
    var cursor: PageCursor?
    /// Whether the network may be used.
    var policy: CachePolicy
}
