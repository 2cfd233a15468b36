import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactCardTests {
    private func card(_ change: (inout Contact) -> Void) -> ContactCard {
        ContactCard(from: .made(), to: .made("1", change))
    }

    @Test func `a card has only the fields that differ, in the order of the table`() throws {
        let card = card { contact in
            contact.urls = ["https://a.b"]
            contact.name.last = "Lee"
            contact.isFavorite = true
        }
        #expect(card.json == #"{"last":"Lee","urls":["https://a.b"],"favorite":true}"#)
        #expect(try ContactCard(json: card.json) == card)
    }

    @Test func `the form of escapes is that of stored databases`() {
        let card = card { $0.note = "\"\\/\n\t\u{1}\u{7F}é😀" }
        #expect(card.json == "{\"note\":\"\\\"\\\\/\\u000a\\u0009\\u0001\u{7F}é😀\"}")
    }

    @Test func `unknown fields and values of another kind are skipped`() throws {
        let card = try ContactCard(json: #"{"shoe":"42","urls":7,"last":"Lee","favorite":"yes","note":null}"#)
        #expect(card.applied(to: .made { $0.note = "n" }) == .made { ($0.name.last, $0.isEdited) = ("Lee", true) })
    }

    @Test func `empty values equal none, and other types differ`() {
        let empty = Contact.made { ($0.note, $0.emails) = ("", [ContactValue("")]) }
        #expect(ContactField.note.isEmpty(empty))
        for field in [ContactField.note, .emails] {
            #expect(field.isEqual(empty, .made()))
            #expect(!field.isEqual(empty, .made { ($0.note, $0.emails) = ("n", [ContactValue("a")]) }))
        }
        let typed = Contact.made { $0.emails = [ContactValue("a", types: ["work"])] }
        #expect(!ContactField.emails.isEqual(typed, .made { $0.emails = [ContactValue("a")] }))
    }
}
