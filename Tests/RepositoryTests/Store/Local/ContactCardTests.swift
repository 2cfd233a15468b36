import RepositoryDoubles
import Testing

@testable import Repository

@Suite struct ContactCardTests {
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
