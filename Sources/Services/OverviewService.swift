public import Repository

/// Counts what there is.
public protocol OverviewService: Sendable {
    /// What the store holds, in numbers.
    func overview() async throws -> StoreOverview
}
