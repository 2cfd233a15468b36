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

    private func merge(
        _ side: ConflictSide = .ours,
        here: (inout Contact) -> Void,
        there: (inout Contact) -> Void
    ) -> ContactMerge {
        let base = contact()
        return ContactMerge(
            ContactMerge.Versions(here: contact(here), base: base, there: contact(there), baseThere: base),
            preferring: side
        )
    }

    /// Merges the changes that a source with an old version of its own made into a contact that wasn't changed here.
    private func merge(_ base: Contact, _ there: Contact, since old: Contact) -> ContactMerge {
        ContactMerge(ContactMerge.Versions(here: base, base: base, there: there, baseThere: old), preferring: .theirs)
    }

    @Test func `values that only one side changed come from that side`() {
        let merge = merge {
            $0.emails[0] = ContactValue("a2@x")
            $0.name.last = "Byron"
            $0.lines = ["X-A:2", "X-B:1"]
        } there: {
            $0.emails[1] = ContactValue("b2@x")
            $0.note = "n"
            $0.lines = ["X-A:1"]
        }
        #expect(merge.conflicts == [])
        #expect(Set(merge.merged.emails.map(\.value)) == ["a2@x", "b2@x"])
        #expect(merge.merged.name.last == "Byron" && merge.merged.note == "n" && merge.merged.lines == ["X-A:2"])
    }

    @Test(arguments: [ConflictSide.ours, .theirs]) func `one value changed twice is a conflict`(side: ConflictSide) {
        let merge = merge(side) {
            $0.emails[0] = ContactValue("here@x")
        } there: {
            $0.emails[0] = ContactValue("there@x")
        }
        var conflict = FieldConflict(field: "emails", ours: "here@x", theirs: "there@x", isList: true)
        conflict.kept = side
        #expect(merge.conflicts == [conflict])
        #expect(Set(merge.merged.emails.map(\.value)) == ["b@x", side == .ours ? "here@x" : "there@x"])
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

    @Test func `what one side drops by itself is no edit`() {
        let base = contact { $0.role = "r" }
        let dropped = contact()
        let there = contact { $0.note = "n" }
        let merge = merge(base, there, since: dropped)
        #expect(merge.merged.role == "r" && merge.merged.note == "n" && merge.conflicts == [])
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

    @Test func `two versions have in common what is the same in both`() {
        let common = ContactMerge.common(contact { $0.nickname = "a" }, contact { $0.emails.removeFirst() })
        #expect(common.name.first == "Ada" && common.nickname == nil && common.emails == [ContactValue("b@x")])
    }
}
