import Foundation
import Repository
import RepositoryDoubles
import Testing

@Suite struct ContactRepositoryTests {
    private let repository = CachingContactRepository(dao: InMemoryContactDAO(), api: StubContactAPI(), pageSize: 1)

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

    @Test func `a merge replaces one contact and removes the others in one step`() async throws {
        try await add("a", "b", "c")
        var merged = try await repository.contact(matching: "a")
        merged.email = "all@x"
        // Merging a contact into itself must not remove it.
        let ids = ["a", "b"].map(ContactID.init(rawValue:))
        let result = try await repository.merge(into: ids[0], from: ids, as: merged, title: "merge a and b")
        #expect(result.email == "all@x")
        #expect(try await repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly).ids == ["a", "c"])
        #expect(try await repository.undo(steps: 1).map(\.title) == ["merge a and b"])
        #expect(try await repository.contacts(ContactQuery(limit: 9), policy: .cacheOnly).ids == ["a", "b", "c"])
        #expect(try await repository.contact(matching: "a").email == nil)
    }
}
