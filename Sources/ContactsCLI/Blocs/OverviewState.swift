import Repository

/// What the numbers of everything show.
enum OverviewState: Codable, Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// Everything is being counted.
    case loading
    /// The numbers.
    case data(StoreOverview)
    /// They could not be read.
    case failure(RepositoryError)
}
