/// The one place where contacts are read and changed; it decides between the store and the API.
///
/// All methods may be called from any task. They throw ``RepositoryError``, and `CancellationError` when the task is
/// cancelled.
public protocol ContactRepository: Sendable {
    /// Reads a page of contacts; `policy` says whether the network may be asked before the store answers.
    func contacts(_ query: ContactQuery, policy: CachePolicy) async throws -> ContactPage

    /// Counts whom the filter finds in the store.
    func count(_ filter: ContactFilter) async throws -> Int

    /// Tells what the query finds: at once or after the network, as `policy` says, and again after every change of the
    /// store, by another process too, that changes what is found.
    ///
    /// Failures are told and end nothing; what is told ends with who listens. One consumer may listen.
    func observe(_ query: ContactQuery, policy: CachePolicy) -> AsyncStream<ContactResponse>

    /// Reads the contact that has the identifier, or the only one whose identifier begins with `prefix`.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` or `ambiguous`, or of the store.
    func contact(matching prefix: String) async throws -> Contact

    /// Reads the contacts with the identifiers, in the order of the identifiers; who is not there is left out.
    func contacts(withIDs ids: [ContactID]) async throws -> [Contact]

    /// Carries out changes as one step of history, and returns the contact of each as it is now; a removed one as it was.
    ///
    /// Every later refresh leaves them alone: what was edited stays, who was removed does not come back.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound` when a contact is not there, `invalidInput` when a new
    ///   identifier is taken or there is nothing to revert to. Nothing was changed then.
    func apply(_ changes: [ContactChange], title: String) async throws -> [Contact]

    /// Imports contacts as one step of history; `next` gives them in batches, and `nil` at the end.
    ///
    /// A contact that is here is found by its ``Contact/uid``, and when it has none by its identifier, if that is not
    /// empty. When `next` throws or the task is cancelled, nothing was imported.
    func importContacts(
        title: String,
        duplicates: DuplicateRule,
        next: @escaping @Sendable () throws -> [ImportedContact]?
    ) async throws -> ImportSummary

    /// Undoes the last steps of history that are not undone, at most `steps`, and returns them, the last first.
    func undo(steps: Int) async throws -> [HistoryStep]

    /// Does again what was undone, the step that was undone last first, and returns the steps in that order.
    func redo(steps: Int) async throws -> [HistoryStep]

    /// Lists the last steps of history, the last first, undone ones too.
    func history(limit: Int) async throws -> [HistoryStep]

    /// Counts what the store holds.
    func overview() async throws -> StoreOverview

    /// Counts what the store holds of what was fetched, from any source.
    func cacheOverview() async throws -> CacheOverview

    /// Forgets what can be fetched again: which pages are held, and the people of sources of whom nothing was ever changed
    /// here. It is no step of history.
    ///
    /// - Returns: How many people were forgotten.
    func clearCache() async throws -> Int

    /// Makes the store hold the pages 1 to `request.pages`: fetches the first missing page and those after it, or all
    /// pages when none is missing. Each page is stored in one transaction and reported after it.
    ///
    /// Ending the iteration cancels the rest; what was stored stays.
    func synchronize(_ request: SyncRequest) -> AsyncThrowingStream<SyncProgress, any Error>
}

extension ContactRepository {
    /// Changes one contact as one step of history, and returns it as it is now.
    public func update(_ id: ContactID, with edit: ContactEdit) async throws -> Contact {
        let contacts = try await apply([.edit(id, edit)], title: "edit")
        guard let contact = contacts.first else { throw RepositoryError.noContact(id) }
        return contact
    }

    /// Makes one contact out of several, as one step of history, and returns it.
    public func merge(
        into id: ContactID,
        from others: [ContactID],
        as merged: Contact,
        title: String
    ) async throws -> Contact {
        let removals = others.filter { $0 != id }.map(ContactChange.remove)
        let contacts = try await apply([.replace(id, merged)] + removals, title: title)
        guard let contact = contacts.first else { throw RepositoryError.noContact(id) }
        return contact
    }
}
