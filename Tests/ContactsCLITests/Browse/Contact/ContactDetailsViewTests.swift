import Repository
import RepositoryDoubles
import TerminalUI
import Testing

@testable import ContactsCLI

struct ContactDetailsViewTests {
    @Test func `values are copied without their types, and opened by their kind`() throws {
        var contact = Contact.complete
        contact.emails = [ContactValue("a b@example.org", types: ["work"]), ContactValue("c@example.org")]
        contact.urls = ["https://example.org", "javascript:alert(1)", "file:///etc/passwd"]
        let lines = DetailLine.lines(of: contact)
        func line(_ label: String, _ number: Int = 0) throws -> DetailLine {
            try #require(lines.filter { $0.label == label }.dropFirst(number).first)
        }
        #expect(try line("E-mail").value == "a b@example.org")
        #expect(try line("E-mail").text.contains("(work)"))
        #expect(try line("E-mail").link == "mailto:a%20b@example.org")
        #expect(try line("E-mail", 1).link == "mailto:c@example.org")
        #expect(try line("Cell").link == "tel:0797654321")
        #expect(try line("Web").link == "https://example.org")
        #expect(try line("Web", 1).link == nil)
        #expect(try line("Web", 2).link == nil)
        #expect(try line("Address").link?.hasPrefix("https://www.openstreetmap.org/search?query=4616") == true)
        // The name stands above the lines.
        #expect(!lines.contains { $0.label == "Name" })
    }

    @Test func `a name that is too long for a line is shown whole`() throws {
        var contact = Contact.complete
        contact.name = PersonName(first: "Karl Theodor Maria Nikolaus", last: "Buhl-Freiherr von und zu Guttenberg")
        let story = Story("long", ContactDetailsView(contact: contact))
        let rows = Storybook([story]).render(story, size: Size(columns: 40, rows: 12)).split(separator: "\n")
        #expect(rows.first?.hasPrefix("Karl Theodor") == true)
        #expect(rows.dropFirst().first?.contains("Guttenberg") == true, "\(rows)")
    }

    @Test func `lines of a difference have their meanings`() {
        let lines = DifferenceLines.styled(["- Nickname:", "+ Nickname: Ada", "same"])
        #expect(lines.map { $0.runs.first?.style } == [.danger, .success, .plain])
    }
}
