import Repository
import Testing

@testable import BookSync

@Suite struct ContactMergeTests {
    private func contact(_ change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact(id: ContactID(rawValue: "1"), origin: .local)
        contact.name.first = "Ada"
        contact.emails = [ContactValue("a@x"), ContactValue("b@x")]
        contact.lines = ["X-A:1", "X-B:1"]
        change(&contact)
        return contact
    }

    private func merge(here: (inout Contact) -> Void, there: (inout Contact) -> Void) -> ContactMerge {
        let base = contact()
        return ContactMerge(
            ContactMerge.Versions(here: contact(here), base: base, there: contact(there), baseThere: base),
            preferring: .ours
        )
    }

    /// Merges the changes that a source with an old version of its own made into a contact that wasn't changed here.
    private func merge(_ base: Contact, _ there: Contact, since old: Contact) -> ContactMerge {
        ContactMerge(ContactMerge.Versions(here: base, base: base, there: there, baseThere: old), preferring: .theirs)
    }

    @Test func `the same change on both sides is none, and an edit beats a removal`() {
        let same = merge {
            $0.emails[0] = ContactValue("c@x")
            $0.nickname = "n"
        } there: {
            $0.emails[0] = ContactValue("c@x")
            $0.nickname = "n"
        }
        #expect(same.conflicts == [] && same.merged.emails.map(\.value) == ["c@x", "b@x"])
        let edited = merge {
            $0.name.first = nil
        } there: {
            $0.name.first = "Augusta"
        }
        #expect(edited.conflicts == [] && edited.merged.name.first == "Augusta")
    }

    @Test func `what the source does not keep of a list stays when the list changes there`() {
        let base = contact()
        let there = contact { $0.emails = [ContactValue("c@x")] }
        let kept = contact { $0.emails = [ContactValue("a@x")] }
        let merge = merge(base, there, since: kept)
        #expect(merge.merged.emails.map(\.value) == ["b@x", "c@x"] && merge.conflicts == [])
    }

    @Test func `a value that comes back in the source is not doubled here`() {
        let base = contact()
        let lost = contact { $0.emails = [ContactValue("a@x")] }
        let there = contact { $0.emails.append(ContactValue("c@x")) }
        let merge = merge(base, there, since: lost)
        #expect(merge.merged.emails == there.emails && merge.conflicts == [])
    }
}
