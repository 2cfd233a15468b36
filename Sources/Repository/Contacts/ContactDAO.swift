public import struct Foundation.Date

/// Where contacts are kept.
///
/// Every method is one transaction: it happens whole or not at all. Methods throw ``RepositoryError``, and `CancellationError` when the task is cancelled.
public protocol ContactDAO: Sendable {
    /// Reads a page; its notices are empty.
    func contacts(_ query: ContactQuery) async throws -> ContactPage

    /// Says whether contacts may have changed, by this process or another: not as long as the answer is the same.
    func revision() async throws -> StoreRevision

    /// Reads the contacts whose identifiers begin with `prefix`, in their order, at most `limit`.
    func contacts(withPrefix prefix: String, limit: Int) async throws -> [Contact]

    /// Applies a local edit and returns the contact as it is shown now.
    ///
    /// - Throws: ``RepositoryError`` with the code `notFound`.
    func update(_ id: ContactID, with edit: ContactEdit, at time: Date) async throws -> Contact

    /// Says what the store holds, in all and of the source.
    func state(of source: ContactSource) async throws -> StoreState

    /// Stores the people of a page and that the page is held; local edits stay in force.
    ///
    /// - Returns: The source to ask for from now on: as it was asked, with the seed that the server chose first.
    func store(_ page: FetchedPage) async throws -> ContactSource

    /// Notes that a page that is held is still what the source says.
    func confirm(_ page: StoreState.HeldPage, of source: ContactSource, at time: Date) async throws

    /// Renames a store of ours that is damaged, so that the next write begins an empty one, and says so.
    func setAsideIfDamaged(at time: Date) async throws -> [RepositoryNotice]
}
