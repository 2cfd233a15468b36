public import struct Foundation.Date

/// What a store holds of what was fetched, in numbers.
public struct CacheOverview: Equatable, Sendable {
    /// The pages that are held.
    public var pages: Int
    /// The people of sources who are shown.
    public var people: Int
    /// Those of them of whom nothing was ever changed here, so that they can be forgotten and fetched again.
    public var clearable: Int
    /// When anything was fetched last; `nil` when nothing is held.
    public var lastFetch: Date?

    /// Creates an overview.
    public init(pages: Int = 0, people: Int = 0, clearable: Int = 0, lastFetch: Date? = nil) {
        self.pages = pages
        self.people = people
        self.clearable = clearable
        self.lastFetch = lastFetch
    }
}
