/// Something that is wrong with a store.
public enum StoreProblem: Equatable, Sendable {
    /// The file's content is damaged, as the database library says; a backup or a new sync is what helps.
    case damaged(String)
    /// Search or order does not follow what the contacts say; ``StoreMaintenance/rebuildIndexes()`` mends it.
    case searchIndex
    /// Others than the owner may read the file, whose permissions are these.
    case permissions(path: String, mode: Int)
}
