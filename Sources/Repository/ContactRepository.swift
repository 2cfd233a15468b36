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
}
