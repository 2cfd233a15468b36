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

    @Test(arguments: [["--address-type", "Work"], ["--address-type", ""], ["--address-type", "work,"]])
    func `a type of address is a word`(arguments: [String]) {
        #expect(throws: (any Error).self) { try ContactFieldOptions.parse(arguments + ["--city", "Bern"]) }
    }

    @Test(arguments: ["bogus", "id", ""])
    func `a field that cannot be cleared is refused`(name: String) {
        #expect(throws: (any Error).self) { try EditCommand.parse(["x", "--clear", name]) }
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
