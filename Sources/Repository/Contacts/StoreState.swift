public import struct Foundation.Date

/// What a store holds of a source, as far as it decides whether the network is asked.
public struct StoreState: Equatable, Sendable {
    /// A page that was fetched and stored.
    public struct HeldPage: Equatable, Sendable {
        /// The number of the page, from 1.
        public var page: Int
        /// The people asked for.
        public var results: Int
        /// When it was stored last.
        public var fetchedAt: Date

        /// Creates a page.
        public init(page: Int, results: Int, fetchedAt: Date) {
            self.page = page
            self.results = results
            self.fetchedAt = fetchedAt
        }
    }

    /// Whether anybody at all is in the store, from anywhere.
    public var hasPeople: Bool
    /// When anything was fetched last, from any source; `nil` when nothing ever was.
    public var lastFetch: Date?
    /// The source, with the seed that the server chose when none is asked for and it chose one before.
    public var source: ContactSource
    /// The pages that the store holds of the source, by size, then number.
    public var pages: [HeldPage]

    /// Creates a state.
    public init(hasPeople: Bool, lastFetch: Date?, source: ContactSource, pages: [HeldPage]) {
        self.hasPeople = hasPeople
        self.lastFetch = lastFetch
        self.source = source
        self.pages = pages
    }
}
