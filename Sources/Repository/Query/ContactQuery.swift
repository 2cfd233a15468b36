/// Which contacts to return, in which order, from which place on.
public struct ContactQuery: Hashable, Sendable {
    /// The order.
    public var sort: ContactSort
    /// Whether the order is reversed.
    public var isReversed: Bool
    /// The most contacts that a page may hold, 1 or more.
    public var limit: Int
    /// Where the page begins; `nil` is the beginning of the order.
    public var after: PageCursor?
    /// Which contacts match.
    public var filter: ContactFilter

    /// Creates a query.
    public init(
        sort: ContactSort = .last,
        isReversed: Bool = false,
        limit: Int,
        after: PageCursor? = nil,
        filter: ContactFilter = ContactFilter()
    ) {
        self.sort = sort
        self.isReversed = isReversed
        self.limit = limit
        self.after = after
        self.filter = filter
    }
}

/// The orders in which contacts are listed; each ends with the identifier, so that it is total.
public enum ContactSort: String, CaseIterable, Codable, Sendable {
    /// By family name, then given name, accents and case folded; without both, by ``Contact/displayName``.
    case last
    /// By given name, then family name, accents and case folded; without both, by ``Contact/displayName``.
    case first
    /// By month and day of birth, January first; people without a birthday come last.
    case birthday
}
