import Repository
import Services

/// A contact service that answers with what the test says.
struct StubContactService: ContactService {
    var find: @Sendable (String) async throws -> Contact = { prefix in
        throw RepositoryError(.notFound, "No contact has '\(prefix)'.")
    }
    var change: @Sendable (String, ContactEdit) async throws -> Contact = { prefix, _ in
        throw RepositoryError(.notFound, "No contact has '\(prefix)'.")
    }

    func contact(matching prefix: String) async throws -> Contact {
        try await find(prefix)
    }

    func edit(matching prefix: String, with edit: ContactEdit) async throws -> Contact {
        try await change(prefix, edit)
    }
}
