/// Where bearer tokens come from that are good for some time only.
public protocol TokenProvider: Sendable {
    /// Gets a new token; the one before it was refused, or there was none.
    ///
    /// - Throws: What the request that needs the token is to fail with.
    func newToken() async throws -> String
}
