public import struct Foundation.Date

/// A page of the API with what was asked for, ready to be stored.
public struct FetchedPage: Equatable, Sendable {
    /// The source that was asked for; its seed is empty when the server chose one.
    public var asked: ContactSource
    /// The number of the page, from 1.
    public var page: Int
    /// The people asked for.
    public var results: Int
    /// When the answer came.
    public var fetchedAt: Date
    /// The answer.
    public var answer: RemotePage

    /// Creates a page.
    public init(asked: ContactSource, page: Int, results: Int, fetchedAt: Date, answer: RemotePage) {
        self.asked = asked
        self.page = page
        self.results = results
        self.fetchedAt = fetchedAt
        self.answer = answer
    }
}
