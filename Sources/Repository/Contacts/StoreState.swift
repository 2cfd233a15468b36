public import struct Foundation.Date

/// What a store holds of a source, as far as it decides whether the network is asked.
public struct StoreState: Equatable, Sendable {
    /// A page that was fetched and stored.
    public struct HeldPage: Equatable, Sendable {
        /// The number of the page, from 1.
        public var page: Int
        /// The people asked for.
        public var results: Int
        /// When the source was asked for it last.
        public var fetchedAt: Date
        /// When its people were stored last: earlier than ``fetchedAt`` when they had not changed since.
        public var storedAt: Date
        /// The people on it.
        public var people: Int
        /// What to ask with whether it has changed.
        public var validator: String?

        /// Creates a page.
        public init(
            page: Int,
            results: Int,
            fetchedAt: Date,
            storedAt: Date? = nil,
            people: Int = 0,
            validator: String? = nil
        ) {
            self.page = page
            self.results = results
            self.fetchedAt = fetchedAt
            self.storedAt = storedAt ?? fetchedAt
            self.people = people
            self.validator = validator
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
