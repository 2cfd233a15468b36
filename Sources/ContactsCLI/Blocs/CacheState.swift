import Repository

/// What the view of what was fetched shows.
///
/// Not `Encodable`, and so no part of recordings: what is forgotten cannot be forgotten again in a replay.
enum CacheState: Equatable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// It is being counted or forgotten.
    case loading
    /// The numbers.
    case data(CacheOverview)
    /// So many people were forgotten.
    case cleared(count: Int)
    /// It could not be read or forgotten; nothing was changed.
    case failure(RepositoryError)
}
