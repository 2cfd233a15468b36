import Repository
import Services

/// A contact service that answers with what the test says.
struct StubContactService: ContactService {
    var find: @Sendable (String) async throws -> Contact = { prefix in
        throw RepositoryError(.notFound, "No contact has '\(prefix)'.")
    }

    func contact(matching prefix: String, for purpose: SelectionPurpose) async throws -> Contact {
        try await find(prefix)
    }

    func contacts(inGroup name: String) async throws -> [Contact] {
        [try await find(name)]
    }
}
