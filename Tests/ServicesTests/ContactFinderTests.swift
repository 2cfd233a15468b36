import Repository
import RepositoryDoubles
import Services
import Testing

@Suite struct ContactFinderTests {
    private let service: RepositoryContactService

    /// Ada Lovelace, two Grace Hoppers, a company and others.
    init() async throws {
        let repository = CachingContactRepository.temporary()
        let people: [(ContactID, String?, String?)] = [
            ("5e", "Joan", "Clarke"), ("77aabb", "Ed", nil), ("deadbeef", "Mary", nil), ("6a", "Dead", nil),
            ("1a2b", "Ada", "Lovelace"), ("1a3c", "Grace", "Hopper"), ("2d4e", "Grace", "Hopper"),
            ("3f", "Adam", "Löwe"), ("9c", nil, nil),
        ]
        let changes = people.map { id, first, last in
            ContactChange.add(
                .made(id, origin: .local) { contact in
                    contact.name = PersonName(first: first, last: last)
                    contact.email = id == "1a2b" ? "ada@example.com" : nil
                    contact.organization = id == "9c" ? "Zeppelin" : nil
                    if id == "5e" { contact.address = PostalAddress(street: "9192 Elm St") }
                }
            )
        }
        _ = try await repository.apply(changes, title: "add")
        service = RepositoryContactService(repository: repository)
    }

    private func expect(_ id: ContactID, _ texts: [String], for purpose: SelectionPurpose) async throws {
        for text in texts {
            #expect(try await service.contact(matching: text, for: purpose).id == id, "\(text)")
        }
    }

    private func refusal(_ text: String, for purpose: SelectionPurpose) async -> RepositoryError? {
        await #expect(throws: RepositoryError.self, "\(text)") {
            try await service.contact(matching: text, for: purpose)
        }
    }

    @Test func `what is shown is found by identifier, its beginning, name and query`() async throws {
        let ada = ["1a2b", "1a2", "ada lovelace", "Lovelace Ada", "email:ada@example.com", "lovel"]
        try await expect("1a2b", ada, for: .showing)
        try await expect("2d4e", ["2", "hopper id:2"], for: .showing)
        try await expect("3f", ["ADAM LOWE"], for: .showing)
        try await expect("9c", ["zeppelin"], for: .showing)
    }

    @Test func `what is changed is found by identifier, 4 characters of it, name and query with fields`() async throws {
        try await expect("1a2b", ["1a2b", "ada lovelace", "Lovelace, Ada", "email:ada@example.com"], for: .changing)
        try await expect("3f", ["3f", "ADAM LOWE"], for: .changing)
        try await expect("77aabb", ["77aa", "Ed"], for: .changing)
        try await expect("9c", ["ZEPPELIN"], for: .changing)
        try await expect("5e", ["street:9192"], for: .changing)
        try await expect("2d4e", ["name:hopper id:2"], for: .changing)
    }

    @Test(
        arguments: [
            ("1a", ["1a2b", "1a3c"], .showing), ("grace hopper", ["1a3c", "2d4e"], .showing),
            ("ad", ["1a2b", "3f"], .showing), ("hopper", ["1a3c", "2d4e"], .showing),
            // A word that only occurs in contacts changes none of them.
            ("9192", ["5e"], .changing), ("2d4", ["2d4e"], .changing), ("2", ["2d4e"], .changing),
            ("lovel", ["1a2b"], .changing), ("hopper id:2", ["2d4e"], .changing), ("1a", ["1a2b", "1a3c"], .changing),
            ("grace hopper", ["1a3c", "2d4e"], .changing), ("name:hopper", ["1a3c", "2d4e"], .changing),
            ("dead", ["6a", "deadbeef"], .changing),
        ] as [(String, [ContactID], SelectionPurpose)]
    )
    func `what is in doubt is refused`(text: String, candidates: [ContactID], purpose: SelectionPurpose) async {
        let error = await refusal(text, for: purpose)
        #expect(error?.code == .ambiguous && error?.candidates.map(\.id).sorted() == candidates)
    }

    @Test(arguments: [SelectionPurpose.showing, .changing])
    func `a text that matches no contact is not found, and an unknown field is told`(purpose: SelectionPurpose) async {
        for text in ["nobody", "zz", "((", "OR", "name:nobody"] {
            #expect(await refusal(text, for: purpose)?.code == .notFound)
        }
        #expect(await refusal("emial:a", for: purpose)?.code == .invalidInput)
    }
}
