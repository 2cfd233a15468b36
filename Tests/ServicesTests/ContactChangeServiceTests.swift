import Foundation
import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct ContactChangeServiceTests {
    private let service: RepositoryContactChangeService
    private let repository: CachingContactRepository

    init() {
        repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: SilentAPI(), pageSize: 1)
        service = RepositoryContactChangeService(repository: repository)
    }

    private func add(_ names: String...) async throws -> [ContactID] {
        var ids: [ContactID] = []
        for name in names {
            let contact = Contact(id: ContactID(rawValue: ""), name: PersonName(first: name), origin: .local)
            ids.append(try await service.add(contact).id)
        }
        return ids
    }

    @Test func `a new contact gets an identifier, and one that breaks a rule is refused`() async throws {
        let id = try #require(try await add("Ada").first)
        #expect(!id.rawValue.isEmpty)
        let error = await #expect(throws: RepositoryError.self) {
            try await service.add(Contact(id: ContactID(rawValue: ""), origin: .local))
        }
        #expect(error?.code == .invalidInput)
        #expect(try await repository.count(ContactFilter()) == 1)
    }

    @Test func `one edit changes all of the contacts in one step, or none`() async throws {
        let ids = try await add("Ada", "Grace")
        #expect(
            try await service.edit(ids, with: ContactEdit(lastName: "L"), title: "edit").map(\.new.name.last) == [
                "L", "L",
            ]
        )
        #expect(try await service.removeNames(of: ids) == .invalidInput)
        #expect(try await repository.undo(steps: 1).map(\.contactCount) == [2])
        #expect(try await repository.contacts(withIDs: ids).map(\.name.last) == [nil, nil])
    }

    @Test func `the title is that of the step of history`() async throws {
        let ids = try await add("Ada")
        var edit = ContactEdit()
        edit.isFavorite = true
        #expect(try await service.edit(ids, with: edit, title: "favorite").map(\.new.isFavorite) == [true])
        #expect(try await repository.history(limit: 1).map(\.title) == ["favorite"])
    }

    @Test func `a contact that is gone is not previewed`() async throws {
        let error = await #expect(throws: RepositoryError.self) {
            try await service.preview([ContactID(rawValue: "gone")], with: ContactEdit(phone: "1"))
        }
        #expect(error?.code == .notFound)
    }

    @Test func `removed contacts are returned as they were`() async throws {
        let ids = try await add("Ada", "Grace")
        #expect(try await service.remove(ids).map(\.name.first) == ["Ada", "Grace"])
        #expect(try await repository.count(ContactFilter()) == 0)
    }
}

extension RepositoryContactChangeService {
    /// The code of the error when the only names of the contacts are cleared.
    fileprivate func removeNames(of ids: [ContactID]) async throws -> RepositoryError.Code? {
        do {
            _ = try await edit(ids, with: ContactEdit(firstName: "", lastName: ""), title: "edit")
            return nil
        } catch let error as RepositoryError {
            return error.code
        }
    }
}
