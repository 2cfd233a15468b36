public import Repository

/// Changes contacts; each call is one step of history, however many contacts it changes.
///
/// Methods throw `RepositoryError` with the code `invalidInput` for an unusable value and with `notFound` for a missing
/// contact; nothing was changed then.
public protocol ContactChangeService: Sendable {
    /// Checks the contact and adds it; it gets an identifier of its own when its identifier is empty.
    func add(_ contact: Contact) async throws -> Contact

    /// Checks the edit and applies it to all of the contacts.
    func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact]

    /// Removes the contacts, and returns them as they were.
    func remove(_ ids: [ContactID]) async throws -> [Contact]

    /// Marks the contacts as favorites, or removes the mark.
    func setFavorite(_ isFavorite: Bool, _ ids: [ContactID]) async throws -> [Contact]

    /// Puts the contacts in groups and takes them out of others.
    func changeCategories(adding: [String], removing: [String], _ ids: [ContactID]) async throws -> [Contact]

    /// Gives a group another name, in all contacts of the group.
    func renameCategory(_ name: String, to newName: String) async throws -> [Contact]
}

/// Checks changes and applies them to a repository; unusable values never get there.
public struct RepositoryContactChangeService: ContactChangeService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Checks the contact and adds it.
    public func add(_ contact: Contact) async throws -> Contact {
        try ContactRules.checkNew(contact)
        guard let added = try await repository.apply([.add(contact)], title: "add").first else {
            // A repository answers each change with a contact.
            throw RepositoryError(.internal, "Adding returned no contact, which is a defect of this program.")
        }
        return added
    }

    /// Checks the edit and applies it.
    public func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact] {
        try ContactEditRules.check(edit)
        for contact in try await repository.contacts(withIDs: ids) { try ContactEditRules.check(edit, of: contact) }
        return try await repository.apply(ids.map { .edit($0, edit) }, title: "edit")
    }

    /// Removes the contacts.
    public func remove(_ ids: [ContactID]) async throws -> [Contact] {
        try await repository.apply(ids.map(ContactChange.remove), title: "remove")
    }

    /// Marks the contacts as favorites, or removes the mark.
    public func setFavorite(_ isFavorite: Bool, _ ids: [ContactID]) async throws -> [Contact] {
        var edit = ContactEdit()
        edit.isFavorite = isFavorite
        return try await repository.apply(
            ids.map { .edit($0, edit) },
            title: isFavorite ? "favorite" : "favorite --remove"
        )
    }

    /// Puts the contacts in groups and takes them out of others.
    public func changeCategories(
        adding: [String],
        removing: [String],
        _ ids: [ContactID]
    ) async throws -> [Contact] {
        var edit = ContactEdit()
        edit.addedCategories = adding
        edit.removedCategories = removing
        try ContactEditRules.check(edit)
        return try await repository.apply(ids.map { .edit($0, edit) }, title: "group")
    }

    /// Gives a group another name.
    public func renameCategory(_ name: String, to newName: String) async throws -> [Contact] {
        var edit = ContactEdit()
        edit.removedCategories = [name]
        edit.addedCategories = [newName]
        try ContactEditRules.check(edit)
        var ids: [ContactID] = []
        var query = ContactQuery(limit: 1000, filter: ContactFilter(category: name))
        repeat {
            let page = try await repository.contacts(query, policy: .cacheOnly)
            ids += page.contacts.map(\.id)
            query.after = page.next
        } while query.after != nil
        guard !ids.isEmpty else {
            throw RepositoryError(.notFound, "There is no group “\(name)”. “contacts group list” prints the groups.")
        }
        return try await repository.apply(ids.map { .edit($0, edit) }, title: "group rename")
    }
}
