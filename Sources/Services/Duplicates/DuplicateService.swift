public import Repository

/// Finds contacts that are in the store twice, and makes one of them.
///
/// Methods throw `RepositoryError`; nothing was changed then.
public protocol DuplicateService: Sendable {
    /// Looks through all contacts; `progress` is told after each page how many of them were read.
    func duplicates(
        progress: @escaping @Sendable (_ read: Int, _ total: Int) -> Void
    ) async throws -> [DuplicateGroup]

    /// What merging would make of the contacts: the first as it is, and as it would be.
    func preview(_ ids: [ContactID]) async throws -> (old: Contact, merged: Contact)

    /// Merges the contacts of each group into the group's first, all of it as one step of history.
    ///
    /// - Returns: The contacts that were merged into, as they are now.
    func merge(_ groups: [[ContactID]], title: String) async throws -> [Contact]
}
