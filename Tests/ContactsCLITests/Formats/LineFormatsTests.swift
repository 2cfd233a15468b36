import Repository
import Testing

@testable import ContactsCLI

struct TSVFormatTests {
    private func line(_ contact: Contact, isForTerminal: Bool = false) -> String {
        var format = TSVFormat(isForTerminal: isForTerminal)
        return String(decoding: format.page([contact]) + format.end(), as: UTF8.self)
    }

    @Test func `a line has the documented columns, whole`() {
        #expect(
            line(.complete) == [
                "1c41a2b0-0000-4000-8000-000000000001", "Zoë", "D'Argent", "zoe.dargent@example.com", "075 123 45 67",
                "079 765 43 21", "1984-11-12", "Genève", "Switzerland", "CH",
                "Zoë D'Argent",
            ].joined(separator: "\t") + "\n"
        )
        #expect(TSVFormat.columns.count == 11)
    }

    @Test func `what is unknown is empty`() {
        #expect(line(.unknown) == "1c41ffff-0000-4000-8000-000000000002" + String(repeating: "\t", count: 10) + "\n")
    }

    @Test func `tabs and line breaks inside a value become blanks`() {
        var contact = Contact.unknown
        contact.name = PersonName(first: "A\tB\r\nC", last: "\nD")
        #expect(line(contact).hasPrefix("1c41ffff-0000-4000-8000-000000000002\tA B  C\t D\t"))
        #expect(line(contact).count { $0.isNewline } == 1)
    }

    @Test func `control characters stay in a file and are replaced on a terminal`() {
        var contact = Contact.unknown
        contact.name.first = "\u{1B}[31mred"
        #expect(line(contact).contains("\u{1B}[31mred"))
        #expect(line(contact, isForTerminal: true).contains("\t\u{FFFD}[31mred\t"))
    }
}
