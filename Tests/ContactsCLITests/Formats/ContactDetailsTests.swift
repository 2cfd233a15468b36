import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

struct ContactDetailsTests {
    private let screen = Screen(isTerminal: false, columns: 80)

    @Test func `everything known has a line with its label`() {
        #expect(
            ContactDetails.text(of: .complete, on: screen) == """
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
        )
    }

    @Test func `what is unknown has no line`() {
        #expect(ContactDetails.text(of: .unknown, on: screen) == "ID:          1c41ffff-0000-4000-8000-000000000002\n")
    }

    @Test func `a field of the table without a line of its own has one with its label`() {
        var contact = Contact.unknown
        contact.pronouns = "they/them"
        #expect(ContactDetails.text(of: contact, on: screen).contains("Pronouns:    they/them\n"))
    }

    @Test func `an edited contact says so`() {
        var contact = Contact.unknown
        contact.isEdited = true
        #expect(ContactDetails.text(of: contact, on: screen).hasPrefix("Edited:      yes\n"))
    }

    @Test(arguments: [
        ("1815-12-10", "2026-11-24", "10 December 1815 (turns 211 in 16 days)"),
        ("1815-12-10", "2026-12-10", "10 December 1815 (turns 211 today)"),
        ("--02-29", "2026-02-27", "29 February (tomorrow)"),
        ("1990", "2026-01-01", "1990"),
    ])
    func `a birthday says when the next one is`(birthday: String, today: String, text: String) {
        var contact = Contact.unknown
        contact.birthday = birthday
        #expect(ContactDetails.text(of: contact, on: screen, today: today).hasPrefix("Birthday:    \(text)\n"))
    }

    @Test
    func `kept lines stand under their labels, a note keeps its blank lines, and types that say nothing are left out`()
    {
        var contact = Contact.unknown
        contact.lines = [
            "X-KUNDENNR:42", "item1.X-SOCIAL:ada", "item1.X-ABLabel:_$!<Work>!$_", "REV:20200101", "PRODID:x",
        ]
        contact.note = "one\n\ntwo"
        contact.emails = [ContactValue("a@x.org", types: ["internet"])]
        contact.phones = [ContactValue("1", types: ["voice", "work"])]
        #expect(
            ContactDetails.text(of: contact, on: screen) == """
                Name:        a@x.org
                Phone:       1 (work)
                E-mail:      a@x.org
                Note:        one

                             two
                Kundennr:    42
                Work:        ada
                ID:          1c41ffff-0000-4000-8000-000000000002

                """
        )
    }

    @Test(arguments: [
        ("USA", ["1 Main St", "Springfield, IL 62701", "USA"]),
        ("Germany", ["1 Main St", "62701 Springfield", "IL", "Germany"]),
        ("United Kingdom", ["1 Main St", "Springfield", "IL", "62701", "United Kingdom"]),
        ("Italia", ["1 Main St", "62701 Springfield IL", "Italia"]),
        ("Nowhere", ["1 Main St", "62701 Springfield", "IL", "Nowhere"]),
    ])
    func `an address has the lines of its country`(country: String, lines: [String]) {
        let address = PostalAddress(
            street: "1 Main St",
            city: "Springfield",
            state: "IL",
            postcode: "62701",
            country: country
        )
        #expect(AddressText.block(of: address) == lines)
    }

    @Test func `orders to the terminal are made harmless`() {
        var contact = Contact.unknown
        contact.phone = "\u{1B}[2J1\n2"
        #expect(ContactDetails.text(of: contact, on: screen).contains("Phone:       \u{FFFD}[2J1 2\n"))
    }
}
