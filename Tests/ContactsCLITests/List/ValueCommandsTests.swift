import Exchange
import Repository
import Testing

@testable import ContactsCLI

struct ValueCommandsTests {
    @Test func `email, phone and address print all values, a line each`() async throws {
        let (contacts, _) = try await Binary.filled()
        let emails = try await contacts.run("email", "--offline")
        #expect(emails.output == "grace@example.org\tGrace Hopper\t\nada@example.com\tAda Lovelace\t\n")
        let phones = try await contacts.run("phone", "ada", "--offline")
        #expect(phones.output == "030 1\tAda Lovelace\t\n0170 2\tAda Lovelace\tcell\n")
        let json = try await contacts.run("phone", "ada", "--json", "--offline")
        #expect(try json.objects.compactMap { $0["types"] as? [String] } == [[], ["cell"]])
        for command in ["email", "phone", "address"] {
            try await contacts.fail(1, command, "alan", "--offline", output: "")
        }
    }
}

@Suite struct ValueReportTests {
    private static let ada: Contact = {
        var contact = Contact(id: ContactID(rawValue: "a1"), name: PersonName(first: "Ada", last: "Lovelace"))
        contact.emails = [
            ContactValue("ada@example.org", types: ["home"]), ContactValue(" "),
            ContactValue("ada@example.com", types: ["work", "internet"], isPreferred: true),
        ]
        return contact
    }()

    private func text(_ format: ReportFormat) -> String {
        var writer = format.writer(of: Report(.email), for: Screen(isTerminal: false, columns: 80))
        let bytes = writer.page(ContactValueKind.email.values(of: Self.ada)) + writer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the preferred value comes first, with name and types, and blank ones are left out`() {
        #expect(text(.tsv) == "ada@example.com\tAda Lovelace\twork,internet\nada@example.org\tAda Lovelace\thome\n")
        #expect(
            text(.json) == """
                [
                {"id":"a1","name":"Ada Lovelace","value":"ada@example.com","types":["work","internet"],"preferred":true},
                {"id":"a1","name":"Ada Lovelace","value":"ada@example.org","types":["home"],"preferred":false}
                ]

                """
        )
    }

    @Test func `an address is one line of its known parts`() {
        let address = PostalAddress(
            street: "1 Main St",
            city: "Zürich",
            state: "ZH",
            postcode: "8000",
            country: "Switzerland"
        )
        #expect(AddressText.line(of: address) == "1 Main St, 8000 Zürich, ZH, Switzerland")
        #expect(AddressText.line(of: PostalAddress()).isEmpty)
    }
}
