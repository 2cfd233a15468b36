/// How much of the API a synchronisation makes the store hold.
public struct SyncRequest: Equatable, Codable, Sendable {
    /// The people on a page, 1 to 5,000.
    public var results: Int
    /// The pages, from page 1 on, 1 to 10,000.
    public var pages: Int

    /// Creates a request.
    public init(results: Int, pages: Int) {
        self.results = results
        self.pages = pages
    }
}
