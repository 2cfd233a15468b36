/// What the history of changes is told.
enum HistoryEvent: Codable, Sendable {
    /// The last steps were asked for.
    case requested(limit: Int)
    /// The last steps are to be taken back.
    case undoRequested(steps: Int)
    /// The steps that were taken back last are to be done again.
    case redoRequested(steps: Int)
}
