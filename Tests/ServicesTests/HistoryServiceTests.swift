import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct HistoryServiceTests {
    @Test func `steps are listed, undone and redone`() async throws {
        let repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: SilentAPI(), pageSize: 1)
        let service = RepositoryHistoryService(repository: repository)
        let contact = Contact(id: ContactID(rawValue: ""), name: PersonName(first: "Ada"), origin: .local)
        _ = try await RepositoryContactChangeService(repository: repository).add(contact)
        #expect(try await service.history(limit: 5).map(\.title) == ["add"])
        #expect(try await service.step(1, limit: 5).changes.map(\.after?.name.first) == ["Ada"])
        await #expect(throws: RepositoryError.self) { try await service.step(2, limit: 5) }
        await #expect(throws: RepositoryError.self) { try await service.step(1, limit: 0) }
        #expect(try await service.undo(steps: 1).map(\.title) == ["add"])
        #expect(try await repository.count(ContactFilter()) == 0)
        #expect(try await service.redo(steps: 1).map(\.title) == ["add"])
        #expect(try await repository.count(ContactFilter()) == 1)
        #expect(try await service.redo(steps: 1).isEmpty)
    }

    @Test(arguments: [0, -1])
    func `a number of steps below 1 is refused before the repository is asked`(count: Int) async {
        let repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: SilentAPI(), pageSize: 1)
        let service = RepositoryHistoryService(repository: repository)
        for call in [service.undo, service.redo, service.history] {
            let error = await #expect(throws: RepositoryError.self) { try await call(count) }
            #expect(error?.code == .invalidInput)
        }
    }
}
