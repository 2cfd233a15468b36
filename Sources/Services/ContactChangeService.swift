public import Repository

/// Changes contacts; each call is one step of history, whatever number of contacts it changes.
///
/// Methods throw `RepositoryError` with the code `invalidInput` when a value cannot be used, and `notFound` when a
/// contact is not there; nothing was changed then.
public protocol ContactChangeService: Sendable {
    /// Reads the contacts with the identifiers, in their order; who is not there is left out.
    func contacts(withIDs ids: [ContactID]) async throws -> [Contact]

    /// Checks the contact and adds it; it gets an identifier of its own when its identifier is empty.
    func add(_ contact: Contact) async throws -> Contact

    /// Checks the edit and applies it to all of the contacts.
    func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact]

    /// Checks the contact and puts it in the place of the one with the identifier.
    func replace(_ id: ContactID, with contact: Contact) async throws -> Contact

    /// Removes the contacts, and returns them as they were.
    func remove(_ ids: [ContactID]) async throws -> [Contact]

    /// Drops what was changed here in contacts of the source.
    func revert(_ ids: [ContactID]) async throws -> [Contact]

    /// Marks the contacts as favourites, or takes the mark away.
    func setFavorite(_ isFavorite: Bool, _ ids: [ContactID]) async throws -> [Contact]

    /// Puts the contacts in groups and takes them out of others.
    func changeCategories(adding: [String], removing: [String], _ ids: [ContactID]) async throws -> [Contact]

    /// Gives a group another name, in everybody who is in it.
    func renameCategory(_ name: String, to newName: String) async throws -> [Contact]

    /// Makes one contact out of several.
    func merge(into id: ContactID, from others: [ContactID], as merged: Contact) async throws -> Contact
}
