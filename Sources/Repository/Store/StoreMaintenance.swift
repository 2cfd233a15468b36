/// Checks, repairs and copies a store.
///
/// Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled. A store that does not exist
/// has no problems and is not created.
public protocol StoreMaintenance: Sendable {
    /// Looks for problems; with `full` it compares every index with its table, which takes several times as long.
    func check(full: Bool) async throws -> [StoreProblem]

    /// Rebuilds all data that is derived from the contacts: search index, sort keys and groups.
    func rebuildIndexes() async throws

    /// Writes a copy of the store to another file, which is replaced atomically.
    func backup(to path: String) async throws
}

/// A defect of a store.
public enum StoreProblem: Equatable, Sendable {
    /// The file is damaged, in SQLite's words; a backup or a new sync helps.
    case damaged(String)
    /// The search index or the sort keys contradict the contacts; ``StoreMaintenance/rebuildIndexes()`` repairs them.
    case searchIndex
    /// Users other than the owner may read the file.
    case permissions(path: String, mode: Int)
}
