import Repository
import RepositoryDoubles
import Testing

@testable import ContactsCLI

struct ContactDetailsTests {
    private let screen = Screen(isTerminal: false, columns: 80)

    @Test func `everything known has a line with its label`() {
        #expect(
            ContactDetails.text(of: .complete, on: screen) == """
                ID:          1c41a2b0-0000-4000-8000-000000000001
                Name:        Madame Zoë D'Argent
                Gender:      female
                E-mail:      zoe.dargent@example.com
                Phone:       075 123 45 67
                Cell:        079 765 43 21
                Birthday:    1984-11-12
                Street:      4616 Rue du Bât-D'Argent
                Postcode:    68000
                City:        Genève
                State:       Genève
                Country:     Switzerland
                Nationality: CH
                Picture:     https://example.com/l.jpg
                Registered:  2011-09-28T22:27:24.121Z

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
        #expect(ContactDetails.text(of: contact, on: screen).hasSuffix("Edited:      yes\n"))
    }

    @Test func `orders to the terminal are made harmless`() {
        var contact = Contact.unknown
        contact.phone = "\u{1B}[2J1\n2"
        #expect(ContactDetails.text(of: contact, on: screen).contains("Phone:       \u{FFFD}[2J1 2\n"))
    }
}
