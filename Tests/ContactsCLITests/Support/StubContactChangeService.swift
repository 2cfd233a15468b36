import Repository
import Services

/// A change service that answers as the test sets it; by default no contact is found.
struct StubContactChangeService: ContactChangeService {
    private static let notFound = RepositoryError(.notFound, "The test has no such contact.")

    var adding: @Sendable (Contact) async throws -> Contact = { _ in throw Self.notFound }
    var changing: @Sendable ([ContactID], ContactEdit) async throws -> [Contact] = { _, _ in throw Self.notFound }
    var removing: @Sendable ([ContactID]) async throws -> [Contact] = { _ in throw Self.notFound }

    func add(_ contact: Contact) async throws -> Contact { try await adding(contact) }

    func edit(_ ids: [ContactID], with edit: ContactEdit) async throws -> [Contact] { try await changing(ids, edit) }

    func remove(_ ids: [ContactID]) async throws -> [Contact] { try await removing(ids) }

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
}
