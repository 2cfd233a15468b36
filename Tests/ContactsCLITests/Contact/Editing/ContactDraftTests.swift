import Repository
import Testing

@testable import ContactsCLI

@Suite struct ContactDraftTests {
    @Test func `the fields that differ are named as people know them`() {
        var old = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), email: "a@b")
        old.addresses = [ContactAddress(PostalAddress(city: "Bern"))]
        var new = old
        #expect(ContactDiff.fields(from: old, to: new).isEmpty)
        new.name.title = "Dr"
        new.emails.append(ContactValue("c@d"))
        new.addresses = []
        new.categories = ["friends"]
        new.isFavorite = true
        new.note = "n"
        #expect(
            ContactDiff.fields(from: old, to: new) == ["prefix", "e-mail", "address", "group", "favorite", "note"]
        )
    }

    @Test func `a draft has the values that it was made of`() {
        let draft = ContactDraft(Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), email: "a@b"))
        #expect(draft.has("Ada", in: .first) && draft.has("a@b", in: .emails))
        #expect(!draft.has("a@b", in: .first) && !draft.has("", in: .last))
    }
}
