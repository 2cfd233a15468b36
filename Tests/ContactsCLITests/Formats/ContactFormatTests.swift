import Exchange
import Foundation
import Repository
import RepositoryDoubles
import TerminalUI
import Testing

@testable import ContactsCLI

struct ContactFormatTests {
    private func text(
        _ format: ListFormat,
        _ pages: [[Contact]],
        fields: [ContactField]? = nil,
        isTerminal: Bool = false
    ) -> String {
        let report = fields.map(Report.init) ?? .contacts
        var writer = format.writer(of: report, for: Screen(isTerminal: isTerminal, columns: 80))
        var bytes = pages.flatMap { writer.page($0) }
        bytes += writer.end()
        return String(decoding: bytes, as: UTF8.self)
    }

    private var nasty: Contact {
        var contact = Contact.unknown
        contact.name = PersonName(first: "a \"b\", c", last: " \r\nd;é ")
        contact.note = "=1+1\u{1B}[2J\t"
        contact.emails = [ContactValue("x@y", types: ["work"], isPreferred: true), ContactValue("z@y")]
        contact.categories = ["no", "a: b"]
        return contact
    }

    @Test func `csv has a record for the names of the fields, and quotes what needs it`() {
        let record = "\"a \"\"b\"\", c\",\" \r\nd;é \",x@y; z@y,x@y,no\r\n"
        let csv = text(.csv, [[nasty]], fields: [.first, .last, .emails, .email, .favorite])
        #expect(csv == "first,last,emails,email,favorite\r\n" + record)
        #expect(text(.csv, [[.complete]]).hasPrefix("id,first,last,email,"))
    }

    @Test func `lines have no tabs, line breaks and orders to the terminal inside of values`() {
        #expect(text(.tsv, [[nasty]], fields: [.last, .note]) == "   d;é \t=1+1\u{FFFD}[2J \n")
        #expect(text(.tsv, [[nasty]], fields: [.note], isTerminal: true) == "=1+1\u{FFFD}[2J \n")
    }

    @Test func `plain lines are aligned and never cut`() {
        var long = Contact.complete
        long.address.city = String(repeating: "x", count: 200)
        let lines = text(.plain, [[.complete, long]], fields: [.city, .last]).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[1] == "\(String(repeating: "x", count: 200))  D'Argent")
        #expect(lines[0].count == lines[1].count)
    }

    @Test func `a table of chosen fields fits the terminal and keeps all of them`() {
        let printed = text(.table, [[.complete]], fields: [.name, .email, .address, .picture], isTerminal: true)
        for line in printed.split(separator: "\n") { #expect(DisplayWidth.columns(of: String(line)) <= 80) }
        #expect(printed.hasPrefix("NAME"))
        #expect(printed.contains("PICTURE"))
    }

    @Test func `chosen fields as JSON have their whole values under their names, in order`() throws {
        let array = text(.json, [[nasty], [.unknown]], fields: [.emails, .name, .favorite, .gender])
        let objects = try #require(JSONSerialization.jsonObject(with: Data(array.utf8)) as? [[String: Any]])
        #expect(objects.count == 2)
        #expect(Set(objects[0].keys) == ["emails", "name", "favorite", "gender"])
        #expect((objects[0]["emails"] as? [[String: Any]])?[0]["preferred"] as? Bool == true)
        #expect((objects[0]["name"] as? [String: Any])?["first"] as? String == "a \"b\", c")
        #expect(objects[1]["gender"] is NSNull)
        #expect(array.contains("{\"emails\":[{\"value\":\"x@y\",\"types\":[\"work\"],\"preferred\":true}"))
    }

    @Test func `cards are the ones of an export`() {
        #expect(text(.vcard, [[.complete]]).hasPrefix("BEGIN:VCARD\r\nVERSION:4.0\r\n"))
        #expect(text(.jcard, [[.complete]]).contains("\"vcard\""))
        #expect(text(.vcard, []).isEmpty)
    }

    @Test func `text from right to left is kept apart on a terminal only`() {
        var contact = Contact.unknown
        contact.name = PersonName(first: "ثریا")
        #expect(text(.table, [[contact]], fields: [.first], isTerminal: true) == "FIRST\n\u{2068}ثریا\u{2069}\n")
        #expect(text(.table, [[contact]], fields: [.first]) == "FIRST\nثریا\n")
        for isTerminal in [true, false] {
            let details = ContactDetails.text(of: contact, on: Screen(isTerminal: isTerminal, columns: 80))
            #expect(details.contains("\u{2068}ثریا\u{2069}") == isTerminal, "its label is left alone")
        }
    }

    @Test func `every field is found by its name and its other names`() throws {
        for field in ContactField.shown {
            for name in [field.name.uppercased()] + (field.output?.aliases ?? []) {
                #expect(try Report(ContactField.shown).choosing([name]).columns.map(\.key) == [field.name], "\(name)")
            }
        }
    }
}

struct ContactDetailsTests {
    private let screen = Screen(isTerminal: false, columns: 80)

    @Test func `everything known has a line with its label`() {
        let expected = """
            Name:        Madame Zoë D'Argent
            Phone:       075 123 45 67
            Cell:        079 765 43 21
            E-mail:      zoe.dargent@example.com
            Address:     4616 Rue du Bât-D'Argent
                         68000 Genève
                         Genève
                         Switzerland
            Birthday:    12 November 1984
            Gender:      female
            Nationality: CH
            Picture:     https://example.com/l.jpg
            Registered:  2011-09-28T22:27:24.121Z
            ID:          1c41a2b0-0000-4000-8000-000000000001

            """
        #expect(ContactDetails.text(of: .complete, on: screen) == expected)
    }

    @Test func `what is unknown has no line, and any field that is known has one with its label`() {
        var contact = Contact.unknown
        #expect(ContactDetails.text(of: contact, on: screen) == "ID:          1c41ffff-0000-4000-8000-000000000002\n")
        contact.isEdited = true
        #expect(ContactDetails.text(of: contact, on: screen).hasPrefix("Edited:      yes\n"))
        contact.pronouns = "they/them"
        #expect(ContactDetails.text(of: contact, on: screen).contains("Pronouns:    they/them\n"))
        contact.phone = "\u{1B}[2J1\n2"
        #expect(ContactDetails.text(of: contact, on: screen).contains("Phone:       \u{FFFD}[2J1 2\n"))
        contact.lines = [#"X-DEGREE;X-PLACE="a:b":Dr"#]
        #expect(ContactDetails.text(of: contact, on: screen).contains("Degree:      Dr\n"))
    }

    @Test(arguments: [
        ("1815-12-10", "2026-11-24", "10 December 1815 (turns 211 in 16 days)"),
        ("1815-12-10", "2026-12-10", "10 December 1815 (turns 211 today)"),
        ("--02-29", "2026-02-27", "29 February (tomorrow)"), ("1990", "2026-01-01", "1990"),
    ])
    func `a birthday says when the next one is`(birthday: String, today: String, text: String) {
        var contact = Contact.unknown
        contact.birthday = birthday
        #expect(ContactDetails.text(of: contact, on: screen, today: today).hasPrefix("Birthday:    \(text)\n"))
    }

    @Test func `kept lines have their labels, notes their blank lines, and types that say nothing are left out`() {
        var contact = Contact.unknown
        contact.lines = [
            "X-KUNDENNR:42", "item1.X-SOCIAL:ada", "item1.X-ABLabel:_$!<Work>!$_", "REV:20200101", "PRODID:x",
        ]
        contact.note = "one\n\ntwo"
        contact.emails = [ContactValue("a@x.org", types: ["internet"])]
        contact.phones = [ContactValue("1", types: ["voice", "work"])]
        let expected = """
            Name:        a@x.org
            Phone:       1 (work)
            E-mail:      a@x.org
            Note:        one

                         two
            Kundennr:    42
            Work:        ada
            ID:          1c41ffff-0000-4000-8000-000000000002

            """
        #expect(ContactDetails.text(of: contact, on: screen) == expected)
    }

    @Test(arguments: [
        ("USA", ["1 Main St", "Springfield, IL 62701", "USA"]),
        ("Germany", ["1 Main St", "62701 Springfield", "IL", "Germany"]),
        ("United Kingdom", ["1 Main St", "Springfield", "IL", "62701", "United Kingdom"]),
        ("Italia", ["1 Main St", "62701 Springfield IL", "Italia"]),
        ("Nowhere", ["1 Main St", "62701 Springfield", "IL", "Nowhere"]),
    ])
    func `an address has the lines of its country`(country: String, lines: [String]) {
        var address = PostalAddress(street: "1 Main St", city: "Springfield", state: "IL", country: country)
        address.postcode = "62701"
        #expect(AddressText.block(of: address) == lines)
    }
}

struct ContactLinesTests {
    private func line(_ contact: Contact, isRaw: Bool = false) -> String {
        var screen = Screen(isTerminal: false, columns: 80)
        screen.isRaw = isRaw
        var format = ListFormat.tsv.writer(for: screen)
        return String(decoding: format.page([contact]) + format.end(), as: UTF8.self)
    }

    @Test func `a line has the documented columns, whole, and nothing for what is unknown`() {
        #expect(line(.unknown) == "1c41ffff-0000-4000-8000-000000000002" + String(repeating: "\t", count: 10) + "\n")
        #expect(
            line(.complete) == [
                "1c41a2b0-0000-4000-8000-000000000001", "Zoë", "D'Argent", "zoe.dargent@example.com", "075 123 45 67",
                "079 765 43 21", "1984-11-12", "Genève", "Switzerland", "CH", "Zoë D'Argent",
            ].joined(separator: "\t") + "\n"
        )
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
        let expected = [
            "ID        NAME          E-MAIL                   PHONE          BIRTHDAY    CITY    COUNTRY",
            "1c41a2b0  Zoë D'Argent  zoe.dargent@example.com  075 123 45 67  1984-11-12  Genève  Switzerland",
            "1c41ffff",
        ]
        #expect(lines([[.complete, .unknown]], columns: 200) == expected)
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
