import Exchange
import Repository
import RepositoryDoubles
import TerminalUI
import Testing

@testable import ContactsCLI

struct TextTableTests {
    private func lines(_ pages: [[Contact]], columns: Int) -> [String] {
        var format = ListFormat.table.writer(for: Screen(isTerminal: true, columns: columns))
        var bytes = pages.flatMap { format.page($0) }
        bytes += format.end()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func contact(first: String, last: String = "Müller", city: String = "Bern") -> Contact {
        var contact = Contact.complete
        contact.name = PersonName(first: first, last: last)
        contact.address.city = city
        return contact
    }

    @Test func `a wide terminal shows everything, columns aligned and no blanks at the end`() {
        #expect(
            lines([[.complete, .unknown]], columns: 200) == [
                "ID        NAME          E-MAIL                   PHONE          BIRTHDAY    CITY    COUNTRY",
                "1c41a2b0  Zoë D'Argent  zoe.dargent@example.com  075 123 45 67  1984-11-12  Genève  Switzerland",
                "1c41ffff",
            ]
        )
    }

    @Test(arguments: [20, 30, 40, 50, 60, 80, 100, 120])
    func `no line is wider than the terminal, whatever script it is in`(columns: Int) {
        let people = [
            contact(first: "Anna-Lena Maria Theresia", last: "von und zu Hohenstein-Mittelwald"),
            contact(first: "山田太郎山田太郎山田太郎", last: "山田太郎山田太郎", city: "東京都東京都東京都"),
            contact(first: "e\u{301}e\u{301}e\u{301}", last: "\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}"),
            contact(first: "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", last: "🇨🇭"),
            .unknown,
        ]
        for line in lines([people], columns: columns) {
            #expect(DisplayWidth.columns(of: line) <= columns, "\(line)")
            #expect(line.last != " ")
        }
    }

    @Test func `the birthday is dropped before an e-mail address is cut`() throws {
        var person = contact(first: "Wilhelmina")
        person.email = "wilhelmina.mueller@example.com"
        let printed = lines([[person]], columns: 80)
        #expect(printed[1].contains("wilhelmina.mueller@example.com"))
        #expect(printed[1].contains("075 123 45 67"))
        #expect(!printed[0].contains("BIRTHDAY") && !printed[0].contains("CITY"))
        // One address that is longer than most does not cost the others their birthdays.
        person.email = String(repeating: "x", count: 90) + "@example.com"
        #expect(lines([[person]], columns: 100)[0].contains("BIRTHDAY"))
    }

    @Test func `what is cut ends with an ellipsis`() {
        let line = lines([[contact(first: String(repeating: "x", count: 200))]], columns: 80)[1]
        #expect(line.contains("xxx…  "))
    }

    @Test func `columns stay in line behind wide and combining characters`() throws {
        let printed = lines([[contact(first: "日本"), contact(first: "e\u{301}e\u{301}")]], columns: 200)
        let positions = try printed.dropFirst().map { line in
            let mail = try #require(line.firstRange(of: "zoe."))
            return DisplayWidth.columns(of: String(line[..<mail.lowerBound]))
        }
        #expect(Set(positions).count == 1)
    }

    @Test func `later pages keep the widths of the first, and there is one header`() {
        let short = contact(first: "A", last: "B")
        let long = contact(first: String(repeating: "y", count: 50))
        let printed = lines([[short], [long], [short]], columns: 200)
        #expect(printed.count == 4)
        #expect(printed[1] == printed[3])
        #expect(printed[2].contains("y…  zoe."))
    }
}
