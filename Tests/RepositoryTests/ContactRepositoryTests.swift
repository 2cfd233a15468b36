import Foundation
import Repository
import RepositoryDoubles
import Testing

@Suite struct ContactRepositoryTests {
    private let repository = CachingContactRepository(
        dao: SQLiteContactDAO.temporary(),
        api: StubContactAPI(),
        pageSize: 1
    )

    private func add(_ ids: String...) async throws {
        let contacts = ids.map { Contact(id: ContactID(rawValue: $0), name: PersonName(last: $0), origin: .local) }
        _ = try await repository.apply(contacts.map(ContactChange.add), title: "add")
    }

    @Test func `an update is one step of history and returns the edited contact`() async throws {
        try await add("a")
        let edited = try await repository.update(ContactID(rawValue: "a"), with: ContactEdit(email: "a@x"))
        #expect(edited.email == "a@x")
        #expect(try await repository.history(limit: 9).map(\.title) == ["edit", "add"])
        let error = await repositoryError {
            _ = try await repository.update(ContactID(rawValue: "b"), with: ContactEdit(email: "b@x"))
        }
        #expect(error?.code == .notFound)
    }
}
