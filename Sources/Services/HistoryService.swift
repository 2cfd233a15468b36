public import Repository

/// Takes steps of the user's work back, and does them again.
public protocol HistoryService: Sendable {
    /// Undoes the last steps that are not undone, at most `steps`; none when there is nothing to undo.
    func undo(steps: Int) async throws -> [HistoryStep]

    /// Does again what was undone, at most `steps`; none when there is nothing to do again.
    func redo(steps: Int) async throws -> [HistoryStep]

    /// Lists the last steps, the last first, undone ones too.
    func history(limit: Int) async throws -> [HistoryStep]
}
