import Repository

/// What the history of changes shows.
enum HistoryState: Equatable, Codable, Sendable {
    /// Nothing was asked for yet.
    case initial
    /// The history is being read or walked.
    case loading
    /// The steps, the last first.
    case listed([HistoryStep])
    /// The steps that were taken back, in that order; none when there was nothing to undo.
    case undone([HistoryStep])
    /// The steps that were done again, in that order; none when there was nothing to do again.
    case redone([HistoryStep])
    /// The history could not be read or walked; nothing was changed.
    case failure(RepositoryError)
}
