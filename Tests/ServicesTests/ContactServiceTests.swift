import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct ContactServiceTests {
    @Test func `a group is found with all its contacts, and a missing group is not found`() async throws {
        let repository = CachingContactRepository(dao: SQLiteContactDAO.temporary(), api: SilentAPI(), pageSize: 1)
        let contacts = ["1", "2", "3"].map { id in
            var contact = Contact(id: ContactID(rawValue: id), name: PersonName(first: id), origin: .local)
            contact.categories = id == "2" ? [] : ["Freunde"]
            return contact
        }
        _ = try await repository.apply(contacts.map(ContactChange.add), title: "add")
        let service = RepositoryContactService(repository: repository)
        #expect(try await service.contacts(inGroup: "freunde").map(\.id.rawValue) == ["1", "3"])
        let error = await #expect(throws: RepositoryError.self) { try await service.contacts(inGroup: "others") }
        #expect(error?.code == .notFound)
    }
}
