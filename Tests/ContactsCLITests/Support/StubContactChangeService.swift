import Repository
import Services

/// A service of changes that answers with what the test says; what the test did not say is not found.
struct StubContactChangeService: ContactChangeService {
    private static let nobody = RepositoryError(.notFound, "Nobody is there.")

    var adding: @Sendable (Contact) async throws -> Contact = { _ in throw Self.nobody }
    var changing: @Sendable ([ContactID], ContactEdit) async throws -> [Contact] = { _, _ in throw Self.nobody }
    var removing: @Sendable ([ContactID]) async throws -> [Contact] = { _ in throw Self.nobody }

    func contacts(withIDs ids: [ContactID]) async throws -> [Contact] { [] }

    func add(_ contact: Contact) async throws -> Contact { try await adding(contact) }

    func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact] { try await changing(ids, edit) }

    func replace(_ id: ContactID, with contact: Contact) async throws -> Contact { throw Self.nobody }

    func remove(_ ids: [ContactID]) async throws -> [Contact] { try await removing(ids) }

    func revert(_ ids: [ContactID]) async throws -> [Contact] { throw Self.nobody }

    func setFavorite(_ isFavorite: Bool, _ ids: [ContactID]) async throws -> [Contact] {
        var edit = ContactEdit()
        edit.isFavorite = isFavorite
        return try await changing(ids, edit)
    }

    func changeCategories(adding: [String], removing: [String], _ ids: [ContactID]) async throws -> [Contact] {
        var edit = ContactEdit()
        edit.addedCategories = adding
        edit.removedCategories = removing
        return try await changing(ids, edit)
    }

    func renameCategory(_ name: String, to newName: String) async throws -> [Contact] {
        try await changeCategories(adding: [newName], removing: [name], [])
    }

    func merge(into id: ContactID, from others: [ContactID], as merged: Contact) async throws -> Contact {
        throw Self.nobody
    }
}
