import Repository
import Services

/// A change service that answers as the test sets it; by default no contact is found.
struct StubContactChangeService: ContactChangeService {
    private static let notFound = RepositoryError(.notFound, "The test has no such contact.")

    var adding: @Sendable (Contact) async throws -> Contact = { _ in throw Self.notFound }
    var changing: @Sendable ([ContactID], ContactEdit) async throws -> [ContactUpdate] = { _, _ in throw Self.notFound }
    var removing: @Sendable ([ContactID]) async throws -> [Contact] = { _ in throw Self.notFound }

    func add(_ contact: Contact) async throws -> Contact { try await adding(contact) }

    func check(_ contact: Contact) async throws -> Contact { contact }

    func edit(_ ids: [ContactID], with edit: ContactEdit, title: String) async throws -> [ContactUpdate] {
        try await changing(ids, edit)
    }

    func preview(_ ids: [ContactID], with edit: ContactEdit) async throws -> [ContactUpdate] {
        try await changing(ids, edit)
    }

    func deleteEmptyGroup(_ name: String) async throws { throw Self.notFound }

    func remove(_ ids: [ContactID]) async throws -> [Contact] { try await removing(ids) }
}
