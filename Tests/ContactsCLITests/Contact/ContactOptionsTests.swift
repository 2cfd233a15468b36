import ArgumentParser
import Repository
import Testing

@testable import ContactsCLI

@Suite struct ContactFieldOptionsTests {
    @Test(arguments: [
        ["--email", ""], ["--phone", " "], ["--email", "work:"], ["--note", ""], ["--title", ""], ["--city", ""],
        ["--unit", ""], ["--url", ""], ["--group", ""], ["--first-name", ""], ["--birthday", ""],
    ])
    func `an empty value is refused and names what clears the field`(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ContactFieldOptions.parse(arguments) }
        let message = error.map { ContactFieldOptions.message(for: $0) } ?? ""
        #expect(message.contains("--clear \(arguments[0].dropFirst(2))"), "\(message)")
    }

    @Test func `the prefix is the form of address, and the title the job`() throws {
        let edit = try ContactFieldOptions.parse(["--prefix", "Mrs", "--title", "Engineer"]).edit
        #expect(edit.title == "Mrs")
        #expect(edit.jobTitle == "Engineer")
        #expect(try ContactFieldOptions.parse(["--job-title", "Engineer"]).edit.jobTitle == "Engineer")
    }

    @Test func `a field is cleared before it gets its value`() throws {
        let command = try EditCommand.parse(["x", "--clear", "email", "--add-email", "a@b", "--clear", "note"])
        var contact = Contact(id: ContactID(rawValue: "x"), name: PersonName(first: "Ada"), email: "old@example.com")
        contact.note = "n"
        let changed = command.edit.applied(to: contact)
        #expect(changed.emails == [ContactValue("a@b")])
        #expect(changed.note == nil)
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

@Suite struct ContactListOptionsTests {
    @Test(arguments: ContactField.lists)
    func `every list of the table has its options`(field: ContactField) throws {
        for verb in ["add", "remove", "only"] {
            _ = try ContactListOptions.parse(["--\(verb)-\(field.optionName)", "x"])
        }
    }

    @Test func `values are added with their types, and taken away`() throws {
        let options = try ContactListOptions.parse([
            "--add-email", "work:a@b", "--add-email", "c@d", "--remove-phone", "+41 1", "--add-url", "https://x",
            "--add-group", "friends", "--remove-unit", "Sales",
        ])
        var edit = ContactEdit()
        options.change(&edit)
        #expect(edit.added["emails"] == [ContactValue("a@b", types: ["work"]), ContactValue("c@d")])
        #expect(edit.added["urls"] == [ContactValue("https://x")])
        #expect(edit.addedCategories == ["friends"])
        #expect(edit.removed == ["phones": [ContactValue("+41 1")], "units": [ContactValue("Sales")]])
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
