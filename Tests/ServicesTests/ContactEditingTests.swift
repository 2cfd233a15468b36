import Repository
import RepositoryDoubles
import Testing

@testable import Services

@Suite struct ContactEditingTests {
    private let dao = SQLiteContactDAO.temporary()

    /// A service over a store with Ann Lee and a contact without a name.
    private func service() async throws -> RepositoryContactChangeService {
        let name = PersonName(first: "Ann", last: "Lee")
        let ann = Contact(id: "ann", name: name, email: "ann@example.com", phone: "1", origin: .local)
        let nameless = Contact(id: "nameless", gender: "male", origin: .local)
        _ = try await dao.apply([.add(ann), .add(nameless)], title: "add")
        return RepositoryContactChangeService(repository: CachingContactRepository(dao: dao, api: nil, pageSize: 1))
    }

    /// What an edit is refused with.
    private func refusal(_ edit: ContactEdit, of id: ContactID = "ann") async throws -> RepositoryError? {
        let service = try await service()
        return await #expect(throws: RepositoryError.self) { try await service.edit(id, with: edit) }
    }

    @Test func `an edit answers with the contact before and after`() async throws {
        let service = try await service()
        let edited = try await service.edit("ann", with: ContactEdit(lastName: "O'Hara ", phone: "(067) Z42"))
        #expect(edited.old.phone == "1" && edited.isChange)
        #expect(edited.new.name == PersonName(first: "Ann", last: "O'Hara "))
        #expect(edited.new.phone == "(067) Z42")
        #expect(try await dao.contacts(withPrefix: "ann", limit: 1) == [edited.new])
        #expect(try await service.edit("ann", with: ContactEdit(phone: "(067) Z42")).isChange == false)
    }

    @Test func `all problems of an edit are told at once, without what is private`() async throws {
        var edit = ContactEdit(email: "private person")
        edit.birthday = "12/10/1815"
        let message = try #require(try await refusal(edit)?.message)
        #expect(message.contains("one @") && message.contains("12/10/1815") && !message.contains("private"))
    }

    @Test func `empty texts clear fields as long as a name remains`() async throws {
        let service = try await service()
        let cleared = try await service.edit("ann", with: ContactEdit(firstName: "", email: "", phone: ""))
        #expect(cleared.new.name == PersonName(first: nil, last: "Lee"))
        #expect(cleared.new.email == nil && cleared.new.phone == nil)
        let error = await #expect(throws: RepositoryError.self) {
            try await service.edit("ann", with: ContactEdit(lastName: " "))
        }
        #expect(error?.code == .invalidInput)
    }

    @Test(arguments: [
        ContactEdit(), ContactEdit(firstName: "", lastName: ""), ContactEdit(firstName: "\t", lastName: "  "),
    ])
    func `an edit of nothing, or of the last name that there is, is refused`(edit: ContactEdit) async throws {
        #expect(try await refusal(edit)?.code == .invalidInput)
    }

    private static let long = String(repeating: "x", count: 100_001)
    /// Changes of a contact to what its fields cannot have.
    private static let wrong: [@Sendable (inout ContactEdit) -> Void] = [
        { $0.firstName = "a\nb" }, { $0.lastName = "\u{7}" }, { $0.lastName = "a\u{2028}b" },
        { $0.firstName = String(long.prefix(1001)) }, { $0.email = "plain" }, { $0.email = "@x" }, { $0.email = "x@" },
        { $0.email = "a@b@c" }, { $0.email = "a b@c" }, { $0.email = "a@b\u{A0}c" }, { $0.phone = " " },
        { $0.phone = "\u{3000}" }, { $0.phone = "1\u{0}" }, { $0.urls = ["a b"] }, { $0.urls = [""] },
        { $0.categories = [" "] }, { $0.addedCategories = ["friends", "\u{7}"] }, { $0.note = "a\u{0}b" },
        { $0.note = long },
        { $0.addresses = [ContactAddress(PostalAddress(street: "a\tb"))] }, { $0.birthday = "1900-02-29" },
        { $0.birthday = "1815-13-01" }, { $0.birthday = "--13-01" }, { $0.birthday = "1815-12" },
    ]

    @Test(arguments: wrong.indices)
    func `what cannot be is refused in an edit and in a new contact, and nothing changes`(index: Int) async throws {
        var edit = ContactEdit()
        Self.wrong[index](&edit)
        #expect(try await refusal(edit)?.code == .invalidInput)
        #expect(try await dao.history(limit: 9).map(\.title) == ["add"])
        let new = edit.applied(to: .made { $0.name.last = "Lee" })
        #expect(throws: RepositoryError.self) { try ContactRules.checkNew(new) }
    }

    @Test func `what people are called is taken, and who has no name may get an address`() async throws {
        let service = try await service()
        for edit in [
            ContactEdit(email: "dem'yan.x@example.com"), ContactEdit(email: "ü@bücher.example"),
            ContactEdit(phone: "Q12 X34-5678"), ContactEdit(firstName: "'t Hart"),
            ContactEdit(firstName: "نیم\u{200C}فاصله"), ContactEdit(lastName: "👩‍👧"),
        ] { _ = try await service.edit("ann", with: edit) }
        _ = try await service.edit("nameless", with: ContactEdit(email: "a@b"))
    }
}

extension RepositoryContactChangeService {
    fileprivate func edit(_ id: ContactID, with edit: ContactEdit) async throws -> ContactUpdate {
        try #require(try await self.edit([id], with: edit, title: "edit").first)
    }
}

@Suite struct ContactRulesTests {
    @Test func `a new contact needs a name, an e-mail address or a telephone number`() throws {
        for empty in [Contact.made(), .made { $0.note = "no name" }] {
            #expect(throws: RepositoryError.self) { try ContactRules.checkNew(empty) }
        }
        for change: (inout Contact) -> Void in [
            { $0.name.first = "Ada" }, { $0.organization = "Acme" }, { $0.nickname = "Al" },
            { $0.emails = [ContactValue("ada@example.com")] }, { $0.phones = [ContactValue("030 1")] },
            { ($0.name.last, $0.birthday) = (String(repeating: "ü", count: 1000), "1815-12-10") },
            { ($0.phones, $0.birthday) = ([ContactValue("Q12 X34")], "--12-10") },
            { ($0.nickname, $0.birthday, $0.urls) = ("Al", "--02-29", ["https://example.org/page"]) },
            { ($0.nickname, $0.categories, $0.note) = ("Al", ["old friends"], "one\r\n\ttwo") },
        ] { try ContactRules.checkNew(.made("1", change)) }
    }
}
