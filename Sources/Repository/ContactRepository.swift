/// Reads and changes contacts, in the store and from the API.
///
/// All methods may be called from any task. They throw ``RepositoryError``, and `CancellationError` when the task is
/// cancelled.
public protocol ContactRepository: ContactStore {
    /// Reads a page of contacts; `policy` says whether a refresh may come first.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Reads the contact with the identifier, or the only one whose identifier begins with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` or `ambiguous`, or of the store.
    func contact(matching prefix: String) async throws -> Contact

    /// Applies changes as ``ContactDAO/apply(_:title:at:)`` does, now.
    ///
    /// A later refresh keeps them: an edit stays, and a removed contact does not come back.
    func apply(_ changes: [ContactChange], title: String) async throws -> [Contact]

    /// Imports contacts as ``ContactDAO/importContacts(title:duplicates:at:next:)`` does, now.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary

    /// Undoes up to `steps` steps of history and returns them, the latest first.
    func undo(steps: Int) async throws -> [HistoryStep]

    /// Redoes up to `steps` undone steps and returns them, the one undone last first.
    func redo(steps: Int) async throws -> [HistoryStep]

    /// Records a step without changes to contacts, and returns its number.
    func record(_ note: StepNote, title: String) async throws -> Int64

    /// Reads what a step of history did to its first `limit` contacts.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` when there is no such step.
    func historyStep(_ id: Int64, limit: Int) async throws -> HistoryDetail

    /// Deletes a group as ``ContactDAO/deleteEmptyGroup(_:at:)`` does, now; it is no step of history.
    func deleteEmptyGroup(_ name: String) async throws -> Bool
}
