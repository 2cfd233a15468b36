import Primitives
import Repository
import Testing

@testable import ContactsCLI

struct ContactFieldOptionsTests {
    @Test(arguments: [
        ["--email", ""], ["--phone", " "], ["--email", "work:"], ["--note", ""], ["--title", ""], ["--city", ""],
        ["--unit", ""], ["--url", ""], ["--group", ""], ["--first-name", ""], ["--birthday", ""],
    ])
    func `an empty value is refused and names what clears the field`(arguments: [String]) async throws {
        try await Binary().fail(64, ["edit", "x"] + arguments, saying: "--clear \(arguments[0].dropFirst(2))")
    }
}

struct TypedTextTests {
    @Test(
        arguments: [
            ("ada@example.com", "ada@example.com", []), ("work:ada@example.com", "ada@example.com", ["work"]),
            ("home,fax:+41 44", "+41 44", ["home", "fax"]), ("tel:+41 44", "tel:+41 44", []), ("+41:5", "+41:5", []),
            (":x", ":x", []), ("work,:x", "work,:x", []), ("Work: x", "x", ["work"]), ("work:", "", ["work"]),
            ("", "", []),
        ] as [(String, String, [String])]
    )
    func `types stand before the value`(text: String, value: String, types: [String]) {
        let parsed = TypedText(parsing: text)
        #expect(parsed.value == value)
        #expect(parsed.types == types)
    }
}

struct ContactNamesTests {
    private func contact(_ number: Int) -> Contact {
        Contact(id: ContactID(rawValue: "\(number)"), name: PersonName(first: "N\(number)"))
    }

    @Test func `few are named, and of many the first and how many more`() {
        #expect(ContactNames.text([contact(1)]) == "N1")
        #expect(ContactNames.text([contact(1), contact(2)]) == "2 contacts (N1, N2)")
        #expect(ContactNames.text((1...5).map(contact)) == "5 contacts (N1, N2, N3 and 2 more)")
        #expect(ContactNames.text([]) == "no contact")
        #expect(ContactNames.name(of: Contact(id: ContactID(rawValue: "x"))) == "x")
    }
}

struct RecognizedWordsTests {
    private func words(_ contact: Contact) -> String {
        ([contact.name.first, contact.name.last].map { $0 ?? "-" }
            + contact.emails.map { ($0.types + [$0.value]).joined(separator: ":") }
            + contact.phones.map { ($0.types + [$0.value]).joined(separator: ":") } + contact.urls
            + [contact.birthday].compactMap { $0 }).joined(separator: "|")
    }

    @Test(arguments: [
        (
            ["Grace Hopper", "grace@example.org", "+1 212 555 0100", "9.12.1906"],
            "Grace|Hopper|grace@example.org|+1 212 555 0100|9.12.1906"
        ),
        (["Grace", "Hopper", "10", "Dec", "1906"], "Grace|Hopper|10 Dec 1906"),
        (["10 Dec", "Ludwig", "van", "Beethoven", "work:l@b.de"], "Ludwig|van Beethoven|work:l@b.de|10 Dec"),
        (["+41", "44", "123", "45", "67", "Ada"], "Ada|-|+41 44 123 45 67"),
        (["0170", "12", "34", "56", "7", "Ada", "030", "1234567"], "Ada|-|0170 12 34 56 7|030 1234567"),
        (["555-0100", "555-0101", "Ada"], "Ada|-|555-0100|555-0101"),
        (["030 1234", "0170 5678", "Ada"], "Ada|-|030 1234|0170 5678"),
        (
            ["work:030-123", "Ada", "www.example.org", "https://a.example"],
            "Ada|-|work:030-123|www.example.org|https://a.example"
        ),
        (["Hopper, Grace", "1906-12-09"], "Grace|Hopper|1906-12-09"), (["Agent", "47"], "Agent|47"),
        (["12-34-5678", "Ada"], "Ada|-|12-34-5678"), (["ACME", "1906"], "ACME|-|1906"), ([" ", "Ada"], "Ada|-"),
        (["a@b@c"], "-|-|a@b@c"), (["Ada", "a@b.org,", "c@d.org;e@f.org"], "Ada|-|a@b.org|c@d.org|e@f.org"),
        (["Ada", "mailto:a@b.org?subject=x", "birthday:9.12.1906"], "Ada|-|a@b.org|9.12.1906"),
        (["bday:", "10", "Dec", "1906", "Ada"], "Ada|-|10 Dec 1906"),
    ])
    func `each word is read by its shape, and the rest is the name`(typed: [String], text: String) {
        let edit = RecognizedWords(typed, order: .dmy, year: 2026).edit
        #expect(words(edit.applied(to: Contact(id: ContactID(rawValue: ""), origin: .local))) == text)
    }

    @Test(arguments: ["31.2.1980", "30/2/1980", "1980-13-01", "31 Nov 1990", "30. Februar", "Nov 31"])
    func `a day that does not exist is a birthday, which is refused, and no telephone number`(day: String) {
        let edit = RecognizedWords(["Ada", day], order: .dmy, year: 2026).edit
        #expect(edit.birthday == day)
        #expect(edit.added.isEmpty)
    }

    @Test(arguments: [
        ["add", "Ada", "--12-10"], ["new", "--12-10", "Ada"], ["add", "--", "--12-10", "Ada"],
        ["add", "Ada", "--birthday", "--12-10", "--note", "--12-10"],
    ])
    func `a birthday without its year is a word, and no option`(arguments: [String]) async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed(arguments)
        let note = arguments.contains("--note") ? "--12-10" : ""
        #expect(try await contacts.run("list", "--fields", "first,birthday,note").lines == ["Ada\t--12-10\t\(note)"])
    }
}
