import RepositoryDoubles
import Testing
import VCard

@testable import Repository

@Suite struct CardFieldsTests {
    private func line(_ text: String) throws -> VCardLine { try #require(VCardLine(text: text)) }

    @Test func `an address has no scheme, and types that say nothing are left out`() throws {
        let phone = CardFields.value(try line("TEL;VALUE=uri;TYPE=\"voice,home\";PREF=1:tel:+49-30"))
        #expect(phone == ContactValue("+49-30", types: ["voice", "home"], isPreferred: true))
        let email = CardFields.value(try line("EMAIL;type=INTERNET;type=pref:mailto:a@example.org"))
        #expect(email == ContactValue("a@example.org", isPreferred: true))
    }

    @Test func `missing parts of an address are none`() throws {
        let address = CardFields.address(try line("ADR;TYPE=work:1;2;a\\, b\\nc;;;68000")).address
        #expect(address == PostalAddress(street: "a, b\nc", postcode: "68000", poBox: "1", extended: "2"))
    }

    @Test(arguments: [("M", "male"), (";other words", "other words"), ("O;x", "other"), ("female", "female")])
    func `a gender is a word`(value: String, word: String) {
        #expect(CardFields.gender(VCardLine("GENDER", value: value)) == word)
    }
}

@Suite struct CardFromContactTests {
    private func lines(_ change: (inout Contact) -> Void) -> [String] {
        let lines = CardFromContact.card(.made(origin: .local, change)).lines.map(\.text)
        return lines.filter { !$0.hasPrefix("UID") && !$0.hasPrefix("FN") }
    }

    @Test func `a label in the user's words is a line of its own in a new group`() {
        let lines = lines { contact in
            contact.phones = [ContactValue("1", types: ["cell", "My boat"], isPreferred: true)]
            contact.lines = ["item3.X-A:1"]
        }
        #expect(lines == ["item4.TEL;TYPE=cell;PREF=1:1", "item4.X-ABLabel:My boat", "item3.X-A:1"])
    }

    @Test func `a kept line is written as it came unless its field says something else`() {
        let kept = ["item1.TEL;type=CELL;X-Q=1:1", "item1.X-ABLabel:Boat", "NOTE;LANGUAGE=en:n"]
        func lines(_ phone: ContactValue, _ note: String?) -> [String] {
            self.lines { ($0.lines, $0.phones, $0.note) = (kept, [phone], note) }
        }
        #expect(lines(ContactValue("1", types: ["cell", "Boat"]), "n") == [kept[0], kept[2], kept[1]])
        let club = lines(ContactValue("1", types: ["work", "Club"]), "m")
        #expect(club == ["item1.TEL;X-Q=1;TYPE=work:1", "item1.X-ABLabel:Club", "NOTE:m"])
        #expect(lines(ContactValue("2"), nil) == ["TEL:2"])
    }

    @Test func `a contact without a name has no name in parts`() {
        #expect(lines { $0.organization = "Acme" } == ["ORG:Acme"])
        #expect(lines { $0.phones = [ContactValue("1")] } == ["TEL:1"])
    }

    @Test func `what a kept line says is not said again`() {
        let kept = ["X-EVOLUTION-ANNIVERSARY:2001-02-03"]
        func lines(_ date: String) -> [String] {
            self.lines { ($0.anniversary, $0.lines) = (date, kept) }
        }
        #expect(lines("2001-02-03") == kept)
        #expect(lines("2002-02-03") == ["ANNIVERSARY:20020203"] + kept)
    }
}
