import Testing

@testable import Repository

@Suite struct ContactCardTests {
    private static let none = Contact(id: ContactID(rawValue: ""))

    private func card(_ change: (inout Contact) -> Void) -> ContactCard {
        var contact = Self.none
        change(&contact)
        return ContactCard(from: Self.none, to: contact)
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
        var base = Self.none
        base.note = "n"
        let shown = card.applied(to: base)
        #expect(shown.name.last == "Lee")
        #expect(shown.note == nil)
        #expect(!shown.isFavorite)
        #expect(shown.urls.isEmpty)
    }
}

@Suite struct CardFieldTests {
    private func contact(_ change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact(id: ContactID(rawValue: "1"))
        change(&contact)
        return contact
    }

    @Test func `an empty text is no value, and no difference to none`() {
        let empty = contact { $0.note = "" }
        #expect(ContactField.note.isEmpty(empty))
        #expect(ContactField.note.isEqual(empty, contact()))
        #expect(!ContactField.note.isEqual(empty, contact { $0.note = "n" }))
    }

    @Test func `values that are empty count as none`() {
        let empty = contact { $0.emails = [ContactValue("")] }
        #expect(ContactField.emails.isEqual(empty, contact()))
        #expect(
            !ContactField.emails.isEqual(
                contact { $0.emails = [ContactValue("a", types: ["work"])] },
                contact {
                    $0.emails = [ContactValue("a")]
                }
            )
        )
    }
}
