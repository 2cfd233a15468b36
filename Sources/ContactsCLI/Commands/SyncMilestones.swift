import Repository

/// Picks at most ten moments of a synchronisation to tell where no line can be drawn again.
struct SyncMilestones {
    private var tenths = 0

    /// Whether the progress passed another tenth of the whole.
    mutating func isReached(_ progress: SyncProgress) -> Bool {
        let reached = progress.pagesDone * 10 / max(1, progress.pagesTotal)
        defer { tenths = max(tenths, reached) }
        return reached > tenths
    }
}
