import Testing

@testable import Repository

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
