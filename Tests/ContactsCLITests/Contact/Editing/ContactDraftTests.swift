import Repository
import Testing

@testable import ContactsCLI

@Suite struct ContactDraftTests {
    @Test func `what changed is said with the names that people know, the type, and the old and the new value`() {
        var old = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), email: "a@b")
        old.addresses = [ContactAddress(PostalAddress(city: "Bern"))]
        var new = old
        #expect(ContactDiff.changes(from: old, to: new).isEmpty)
        new.name.title = "Dr"
        new.emails.append(ContactValue("c@d"))
        new.addresses = []
        new.categories = ["friends"]
        new.isFavorite = true
        new.note = "n"
        #expect(
            ContactDiff.changes(from: old, to: new).map(\.text) == [
                "prefix Dr added", "e-mail c@d added", "address city Bern removed", "group friends added",
                "favorite no → yes", "note n added",
            ]
        )
        #expect(ContactDiff.changes(from: old, to: new).filter(\.isLoss).map(\.text) == ["address city Bern removed"])
    }

    @Test func `a value is replaced, gets another type, or becomes the preferred one`() {
        var old = Contact(id: ContactID(rawValue: "1"))
        old.emails = [
            ContactValue("a@b", types: ["home"]), ContactValue("c@d", types: ["home"]), ContactValue("e@f"),
            ContactValue("same@x"),
        ]
        old.addresses = [ContactAddress(PostalAddress(city: "Bern"), types: ["work"])]
        var new = old
        new.emails[0].value = "g\u{2028}h"
        new.emails[1].types = ["work"]
        new.emails[2].isPreferred = true
        new.addresses[0].address.city = "Basel"
        #expect(
            ContactDiff.changes(from: old, to: new) == [
                ContactDiff.Change(text: "e-mail home a@b → g h", isLoss: true),
                ContactDiff.Change(text: "e-mail e@f preferred", isLoss: false),
                ContactDiff.Change(text: "e-mail home c@d → work c@d", isLoss: true),
                ContactDiff.Change(text: "address work city Bern → Basel", isLoss: true),
            ]
        )
        let long = String(repeating: "x", count: 200)
        new = old
        new.note = long
        #expect(ContactDiff.changes(from: old, to: new).map(\.text.count) == ["note ".count + 60 + " added".count])
    }

    @Test func `a draft has the values that it was made of`() {
        let draft = ContactDraft(Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), email: "a@b"))
        #expect(draft.has("Ada", in: .first) && draft.has("a@b", in: .emails))
        #expect(!draft.has("a@b", in: .first) && !draft.has("", in: .last))
    }
}
