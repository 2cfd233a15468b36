import Exchange
import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

struct ContactLinesTests {
    private func line(_ contact: Contact, isRaw: Bool = false) -> String {
        var screen = Screen(isTerminal: false, columns: 80)
        screen.isRaw = isRaw
        var format = ListFormat.tsv.writer(for: screen)
        return String(decoding: format.page([contact]) + format.end(), as: UTF8.self)
    }

    @Test func `a line has the documented columns, whole`() {
        #expect(
            line(.complete) == [
                "1c41a2b0-0000-4000-8000-000000000001", "Zoë", "D'Argent", "zoe.dargent@example.com", "075 123 45 67",
                "079 765 43 21", "1984-11-12", "Genève", "Switzerland", "CH", "Zoë D'Argent",
            ].joined(separator: "\t") + "\n"
        )
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

    @Test func `control and invisible characters are replaced, unless they are asked for`() {
        var contact = Contact.unknown
        contact.name = PersonName(first: "\u{1B}[31mred\t", last: "a\u{200E}b\u{E0041}")
        #expect(line(contact).contains("\t\u{FFFD}[31mred \ta\\u{200E}b\\u{E0041}\t"))
        #expect(line(contact, isRaw: true).contains("\t\u{1B}[31mred \ta\u{200E}b\u{E0041}\t"))
    }
}

struct AgeTextTests {
    @Test(arguments: [
        (Duration.seconds(-5), "0 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"), (.seconds(3_599), "59 min"),
        (.seconds(7_200), "2 h"), (.seconds(172_799), "47 h"), (.seconds(172_800), "2 days"),
    ])
    func `an age is told in its largest unit`(age: Duration, text: String) {
        #expect(AgeText.text(of: age) == text)
    }
}
