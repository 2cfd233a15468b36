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

    @Test(arguments: [
        ("NICKNAME:Al\\, \\nB", "Al, \nB", [String]()),
        ("nickname:Al", "Al", []),
        ("X-NICKNAME:Al", "Al", []),
        ("item1.NICKNAME:Al", "Al", ["item1.NICKNAME:Al"]),
        ("NICKNAME;X=\"a:b\":Al", "Al", ["NICKNAME;X=\"a:b\":Al"]),
        ("NICKNAMES:Al", nil, ["NICKNAMES:Al"]),
    ])
    func `a kept line fills its field, and stays if it says more`(line: String, text: String?, rest: [String]) {
        let kept = card { $0.lines = ["X-A:1", line] }
        let shown = kept.lifting("NICKNAME", to: .nickname).applied(to: Self.none)
        #expect(shown.nickname == text)
        #expect(shown.lines == ["X-A:1"] + rest)
    }

    @Test func `of several kept lines the first gives the text, and all stay`() {
        let kept = card { $0.lines = ["NICKNAME:Al", "NICKNAME:Bo"] }
        let shown = kept.lifting("NICKNAME", to: .nickname).applied(to: Self.none)
        #expect(shown.nickname == "Al")
        #expect(shown.lines == ["NICKNAME:Al", "NICKNAME:Bo"])
    }

    @Test func `a field that has a text keeps it`() {
        let kept = card { contact in
            contact.nickname = "Cy"
            contact.lines = ["NICKNAME:Al"]
        }
        #expect(kept.lifting("NICKNAME", to: .nickname) == kept)
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

    @Test(arguments: ["{\"value\":7}", "{\"emails\":\"x\"}", "[]", "{\"photo\":[]}"])
    func `JSON of another type is no value of a field`(json: String) throws {
        for field in CardField.all {
            var target = contact()
            let isRead = try field.read(JSONReader.parse(json.utf8), into: &target)
            #expect(!isRead || target == contact() || json == "[]" || field == .photo, "\(field)")
        }
    }
}
