/// The one place where contacts are read and changed; it decides between the store and the API.
///
/// All methods may be called from any task. They throw ``RepositoryError``, and `CancellationError` when the task is
/// cancelled.
public protocol ContactRepository: Sendable {
    /// Reads a page of contacts; `policy` says whether the network may be asked before the store answers.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Tells what the query finds: at once or after the network, as `policy` says, and again after every change of the
    /// store, by another process too, that changes what is found.
    ///
    /// Failures are told and end nothing; what is told ends with who listens. One consumer may listen.
    func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse>

    /// Reads the contact that has the identifier, or the only one whose identifier begins with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` or `ambiguous`, or of the store.
    func contact(matching prefix: String) async throws -> Contact

    /// Applies a local edit, which every later refresh leaves alone, and returns the contact as it is now.
    func update(_ id: ContactID, with edit: ContactEdit) async throws -> Contact

    /// Makes the store hold the pages 1 to `request.pages`: fetches the first missing page and those after it, or all
    /// pages when none is missing. Each page is stored in one transaction and reported after it.
    ///
    /// Ending the iteration cancels the rest; what was stored stays.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}
