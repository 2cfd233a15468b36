import Repository

/// A page of a list as it is shown.
struct ContactListPage: Equatable, Codable, Sendable {
    /// The number of the page, from 1 on.
    var number: Int
    /// The contacts of this page and of those before it, counted.
    var total: Int
    /// How many there are in all, told by the first page when the request wants it.
    var count: Int?
    /// Where the next page begins; `nil` when this is the last.
    var next: PageCursor?
    /// Where another list can go on after this page; `nil` when nobody comes after it.
    var continuation: PageCursor?
    /// The contacts of this page.
    var contacts: [Contact]
}
