package import Primitives
public import Repository

/// Changes contacts; each call is one history step, however many contacts it changes.
///
/// Methods throw `RepositoryError` with the code `invalidInput` for an invalid value and `notFound` for a missing
/// contact; nothing is changed in that case.
public protocol ContactChangeService: Sendable {
    /// Validates the contact and adds it, with a new identifier if it doesn't have one.
    func add(_ contact: Contact) async throws -> Contact

    /// Validates the contact like ``add(_:)``, and returns it normalized for storage, without adding it.
    func check(_ contact: Contact) async throws -> Contact

    /// Validates the edit and applies it to all of the contacts, as one history step with this title.
    func edit(_ ids: [ContactID], with edit: ContactEdit, title: String) async throws -> [ContactUpdate]

    /// Validates the edit and returns its effect, without changing anything.
    func preview(_ ids: [ContactID], with edit: ContactEdit) async throws -> [ContactUpdate]

    /// Removes the contacts, and returns them as they were.
    func remove(_ ids: [ContactID]) async throws -> [Contact]

    /// Deletes a group without contacts that has a card in the book's source; this isn't a history step.
    func deleteEmptyGroup(_ name: String) async throws
}

/// A contact before and after an edit.
public struct ContactUpdate: Equatable, Codable, Sendable {
    package let old: Contact
    package let new: Contact

    package init(old: Contact, new: Contact) {
        self.old = old
        self.new = new
    }

    package var isChange: Bool { old != new }
}

/// Validates changes before applying them to a repository.
package struct RepositoryContactChangeService: ContactChangeService {
    private let repository: any ContactRepository
    private let typed: TypedValues

    /// Creates a service over the repository; `dateOrder` is the order in which the user writes numeric dates.
    package init(repository: any ContactRepository, dateOrder: DateOrder? = nil) {
        self.repository = repository
        typed = TypedValues(order: dateOrder)
    }

    package func add(_ contact: Contact) async throws -> Contact {
        let contact = try await check(contact)
        guard let added = try await repository.apply([.add(contact)], title: "add").first else {
            // A repository returns a contact for each change.
            throw RepositoryError(.internal, "Adding returned no contact. This is a bug in the program.")
        }
        return added
    }

    package func check(_ contact: Contact) async throws -> Contact {
        let contact = typed.contact(contact)
        try ContactRules.checkNew(contact)
        return contact
    }

    package func edit(_ ids: [ContactID], with edit: ContactEdit, title: String) async throws -> [ContactUpdate] {
        let edit = typed.edit(edit)
        let old = try await checked(ids, edit)
        let new = try await repository.apply(ids.map { .edit($0, edit) }, title: title)
        return zip(old, new).map(ContactUpdate.init)
    }

    package func preview(_ ids: [ContactID], with edit: ContactEdit) async throws -> [ContactUpdate] {
        let edit = typed.edit(edit)
        return try await checked(ids, edit).map { ContactUpdate(old: $0, new: edit.applied(to: $0)) }
    }

    package func remove(_ ids: [ContactID]) async throws -> [Contact] {
        try await repository.apply(ids.map(ContactChange.remove), title: "remove")
    }

    package func deleteEmptyGroup(_ name: String) async throws {
        if try await repository.deleteEmptyGroup(name) { return }
        let shown = DisplaySafeText.line(name, limit: 64)
        throw RepositoryError(.notFound, "There is no longer an empty group “\(shown)”.")
    }

    /// Validates the edit for each contact, and returns the contacts without the edit.
    private func checked(_ ids: [ContactID], _ edit: ContactEdit) async throws -> [Contact] {
        try ContactRules.check(edit)
        let contacts = try await repository.contacts(withIDs: ids)
        for contact in contacts { try ContactRules.check(edit, of: contact) }
        try Self.requireAll(ids, in: contacts)
        return contacts
    }

    static func requireAll(_ ids: [ContactID], in contacts: [Contact]) throws {
        let known = Set(contacts.map(\.id))
        guard let missing = ids.first(where: { !known.contains($0) }) else { return }
        let shown = DisplaySafeText.line(missing.rawValue, limit: 64)
        throw RepositoryError(.notFound, "The contact “\(shown)” no longer exists.")
    }
}
