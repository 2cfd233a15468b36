/// Looks after a store.
///
/// Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled. They find nothing wrong with a
/// store that is not there, and do not make it.
public protocol StoreMaintenance: Sendable {
    /// Looks for damage; with `full` also in what an index repeats, which takes several times as long.
    func check(full: Bool) async throws -> [StoreProblem]

    /// Makes everything anew that only repeats what the contacts say: search, orders and groups.
    func rebuildIndexes() async throws

    /// Writes a copy of the store as it is now to another file, which is replaced as a whole when it is there.
    func backup(to path: String) async throws
}
