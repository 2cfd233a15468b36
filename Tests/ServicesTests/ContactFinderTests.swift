import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct ContactFinderTests {
    /// A service over Ada Lovelace, two Grace Hoppers and a company.
    private func service() async throws -> RepositoryContactService {
        let repository = CachingContactRepository(dao: InMemoryContactDAO(), api: SilentAPI(), pageSize: 1)
        func contact(_ id: String, _ first: String?, _ last: String?, email: String? = nil) -> Contact {
            Contact(
                id: ContactID(rawValue: id),
                name: PersonName(first: first, last: last),
                email: email,
                origin: .local
            )
        }
        var company = contact("9c", nil, nil)
        company.organization = "Zeppelin"
        let contacts = [
            contact("1a2b", "Ada", "Lovelace", email: "ada@example.com"), contact("1a3c", "Grace", "Hopper"),
            contact("2d4e", "Grace", "Hopper"), contact("3f", "Adam", "Löwe"), company,
        ]
        _ = try await repository.apply(contacts.map(ContactChange.add), title: "add")
        return RepositoryContactService(repository: repository)
    }

    @Test(arguments: [
        ("1a2b", "1a2b"), ("1a2", "1a2b"), ("2", "2d4e"), ("ada lovelace", "1a2b"), ("Lovelace Ada", "1a2b"),
        ("ADAM LOWE", "3f"), ("email:ada@example.com", "1a2b"), ("zeppelin", "9c"), ("lovel", "1a2b"),
        ("hopper id:2", "2d4e"),
    ])
    func `finds by identifier, beginning, exact name and query`(text: String, id: String) async throws {
        #expect(try await service().contact(matching: text).id.rawValue == id)
    }

    @Test(arguments: [("1a", 2), ("grace hopper", 2), ("ad", 2), ("hopper", 2)])
    func `what fits several is refused with the candidates`(text: String, count: Int) async throws {
        let error = await #expect(throws: RepositoryError.self) { try await service().contact(matching: text) }
        #expect(error?.code == .ambiguous)
        #expect(error?.candidates.count == count)
    }

    @Test(arguments: ["nobody", "zz", "((", "OR", "name:nobody"])
    func `what fits nobody is not found`(text: String) async throws {
        let error = await #expect(throws: RepositoryError.self) { try await service().contact(matching: text) }
        #expect(error?.code == .notFound)
    }

    @Test func `an unknown field is told`() async throws {
        let error = await #expect(throws: RepositoryError.self) { try await service().contact(matching: "emial:a") }
        #expect(error?.code == .invalidInput)
    }

    @Test func `an edit of what fits several changes nobody`() async throws {
        let service = try await service()
        await #expect(throws: RepositoryError.self) {
            try await service.edit(matching: "grace hopper", with: ContactEdit(phone: "1"))
        }
        #expect(try await service.contact(matching: "1a3c").phone == nil)
        #expect(try await service.edit(matching: "ada lovelace", with: ContactEdit(phone: "1")).phone == "1")
    }
}
