import ArgumentParser
import Repository
import Testing

@testable import ContactsCLI

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

    @Test(arguments: [["--add-email", ""], ["--add-phone", "work:"], ["--remove-email", " "], ["--add-group", ""]])
    func `an empty value is refused`(arguments: [String]) {
        #expect(throws: (any Error).self) { try ContactListOptions.parse(arguments) }
    }
}
