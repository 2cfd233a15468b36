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

/// Changes contacts in a repository; what cannot be a name, an address or a number never gets there.
public struct RepositoryContactChangeService: ContactChangeService {
    private let repository: any ContactRepository

    /// Creates a service over the repository.
    public init(repository: any ContactRepository) {
        self.repository = repository
    }

    /// Reads the contacts.
    public func contacts(withIDs ids: [ContactID]) async throws -> [Contact] {
        try await repository.contacts(withIDs: ids)
    }

    /// Checks the contact and adds it.
    public func add(_ contact: Contact) async throws -> Contact {
        try ContactRules.checkNew(contact)
        return try await one([.add(contact)], title: "add")
    }

    /// Checks the edit and applies it.
    public func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact] {
        try ContactEditRules.check(edit)
        for contact in try await repository.contacts(withIDs: ids) { try ContactEditRules.check(edit, of: contact) }
        return try await repository.apply(ids.map { .edit($0, edit) }, title: "edit")
    }

    /// Checks the contact and puts it in the place of another.
    public func replace(_ id: ContactID, with contact: Contact) async throws -> Contact {
        if let old = try await repository.contacts(withIDs: [id]).first {
            try ContactRules.check(contact, changedFrom: old)
        }
        return try await one([.replace(id, contact)], title: "edit")
    }

    /// Removes the contacts.
    public func remove(_ ids: [ContactID]) async throws -> [Contact] {
        try await repository.apply(ids.map(ContactChange.remove), title: "remove")
    }

    /// Drops what was changed here.
    public func revert(_ ids: [ContactID]) async throws -> [Contact] {
        try await repository.apply(ids.map(ContactChange.revert), title: "revert")
    }

    /// Marks the contacts as favourites, or takes the mark away.
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
            throw RepositoryError(.notFound, "Nobody is in the group “\(name)”; “contacts group list” has the groups.")
        }
        return try await repository.apply(ids.map { .edit($0, edit) }, title: "group rename")
    }

    /// Makes one contact out of several.
    public func merge(into id: ContactID, from others: [ContactID], as merged: Contact) async throws -> Contact {
        try await repository.merge(into: id, from: others, as: merged, title: "merge")
    }

    private func one(_ changes: [ContactChange], title: String) async throws -> Contact {
        guard let contact = try await repository.apply(changes, title: title).first else {
            // A repository answers each change with a contact.
            throw RepositoryError(.internal, "A change gave no contact, which is a defect of this program.")
        }
        return contact
    }
}
