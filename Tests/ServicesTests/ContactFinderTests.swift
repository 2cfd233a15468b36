import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct ContactFinderTests {
    /// A service over Ada Lovelace, two Grace Hoppers and a company.
    private func service() async throws -> RepositoryContactService {
        let repository = CachingContactRepository.temporary()
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
        var street = contact("5e", "Joan", "Clarke")
        street.address = PostalAddress(street: "9192 Elm St")
        let contacts = [
            street, contact("77aabb", "Ed", nil), contact("deadbeef", "Mary", nil), contact("6a", "Dead", nil),
            contact("1a2b", "Ada", "Lovelace", email: "ada@example.com"), contact("1a3c", "Grace", "Hopper"),
            contact("2d4e", "Grace", "Hopper"), contact("3f", "Adam", "Löwe"), company,
        ]
        _ = try await repository.apply(contacts.map(ContactChange.add), title: "add")
        return RepositoryContactService(repository: repository)
    }

    private func refusal(_ text: String, for purpose: SelectionPurpose) async -> RepositoryError? {
        await #expect(throws: RepositoryError.self) { try await service().contact(matching: text, for: purpose) }
    }

    @Test(arguments: [
        ("1a2b", "1a2b"), ("1a2", "1a2b"), ("2", "2d4e"), ("ada lovelace", "1a2b"), ("Lovelace Ada", "1a2b"),
        ("ADAM LOWE", "3f"), ("email:ada@example.com", "1a2b"), ("zeppelin", "9c"), ("lovel", "1a2b"),
        ("hopper id:2", "2d4e"),
    ])
    func `what is shown is found by identifier, its beginning, name and query`(text: String, id: String) async throws {
        #expect(try await service().contact(matching: text, for: .showing).id.rawValue == id)
    }

    @Test(arguments: [
        ("1a2b", "1a2b"), ("3f", "3f"), ("77aa", "77aabb"), ("ada lovelace", "1a2b"), ("Lovelace, Ada", "1a2b"),
        ("ADAM LOWE", "3f"), ("email:ada@example.com", "1a2b"), ("ZEPPELIN", "9c"), ("street:9192", "5e"),
        ("name:hopper id:2", "2d4e"), ("Ed", "77aabb"),
    ])
    func `what is changed is found by identifier, 4 characters of it, exact name and query with fields`(
        text: String,
        id: String
    ) async throws {
        #expect(try await service().contact(matching: text, for: .changing).id.rawValue == id)
    }

    @Test(
        arguments: [
            ("9192", ["5e"]), ("2d4", ["2d4e"]), ("2", ["2d4e"]), ("lovel", ["1a2b"]), ("hopper id:2", ["2d4e"]),
            ("1a", ["1a2b", "1a3c"]), ("grace hopper", ["1a3c", "2d4e"]), ("name:hopper", ["1a3c", "2d4e"]),
            ("dead", ["6a", "deadbeef"]),
        ] as [(String, [String])]
    )
    func `a word that only occurs in contacts changes none of them`(text: String, candidates: [String]) async throws {
        let error = await refusal(text, for: .changing)
        #expect(error?.code == .ambiguous)
        #expect(error?.candidates.map(\.id.rawValue).sorted() == candidates)
    }

    @Test func `the refusal says how to name the contact`() async throws {
        let message = await refusal("9192", for: .changing)?.message ?? ""
        #expect(message.contains("address:9192"), "\(message)")
    }

    @Test(arguments: [("1a", 2), ("grace hopper", 2), ("ad", 2), ("hopper", 2)])
    func `what fits several is refused with the candidates`(text: String, count: Int) async throws {
        let error = await refusal(text, for: .showing)
        #expect(error?.code == .ambiguous)
        #expect(error?.candidates.count == count)
    }

    @Test(arguments: ["nobody", "zz", "((", "OR", "name:nobody"], [SelectionPurpose.showing, .changing])
    func `a text that matches no contact is not found`(text: String, purpose: SelectionPurpose) async throws {
        #expect(await refusal(text, for: purpose)?.code == .notFound)
    }

    @Test(arguments: [SelectionPurpose.showing, .changing])
    func `an unknown field is told`(purpose: SelectionPurpose) async throws {
        #expect(await refusal("emial:a", for: purpose)?.code == .invalidInput)
    }
}
