public import Repository

/// Counts and forgets what was fetched.
public protocol CacheService: Sendable {
    /// What the store holds of what was fetched.
    func overview() async throws -> CacheOverview

    /// Forgets what can be fetched again; nothing that was changed or made here is lost.
    ///
    /// - Returns: How many people were forgotten.
    func clear() async throws -> Int
}
