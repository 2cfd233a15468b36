import Foundation
import Repository
import Testing

@testable import ContactsCLI

struct HistoryShowCommandTests {
    private func contact(_ change: (inout Contact) -> Void = { _ in }) -> Contact {
        var contact = Contact(
            id: ContactID(rawValue: "1"),
            name: PersonName(first: "Ada", last: "Byron"),
            origin: .local
        )
        change(&contact)
        return contact
    }

    private func lines(_ before: Contact?, _ after: Contact?) -> [String] {
        FieldChange.changes(of: HistoryChange(id: ContactID(rawValue: "1"), before: before, after: after)).flatMap(
            \.lines
        )
    }

    @Test func `a change has the old and the new value of each field`() {
        let after = contact { contact in
            contact.name.last = "Lovelace"
            contact.emails = [ContactValue("ada@example.com", types: ["work"])]
            contact.isFavorite = true
        }
        #expect(
            lines(contact(), after) == [
                "last: “Byron” → “Lovelace”", "emails: nothing → “ada@example.com (work)”", "favorite: nothing → “yes”",
            ]
        )
    }

    @Test func `what was added or removed has its values once`() {
        #expect(lines(nil, contact()) == ["first: “Ada”", "last: “Byron”"])
        #expect(lines(contact(), nil) == ["first: “Ada”", "last: “Byron”"])
        #expect(lines(contact(), contact()).isEmpty)
    }

    @Test func `a long text has the lines that differ`() {
        let changed = lines(contact { $0.note = "a\nb\nc" }, contact { $0.note = "a\nx\nc" })
        #expect(changed == ["note:", "- b", "+ x"])
    }

    @Test func `other types of a value are a change`() {
        let old = contact { $0.phones = [ContactValue("1", types: ["home"])] }
        let new = contact { $0.phones = [ContactValue("1", types: ["work"])] }
        #expect(lines(old, new) == ["phones: “1 (home)” → “1 (work)”"])
    }

    @Test func `who was changed is named, the first of many`() {
        func who(_ names: [String], _ count: Int) -> String {
            HistoryStep(
                id: 1,
                title: "edit",
                date: Date(timeIntervalSince1970: 0),
                isUndone: false,
                contactCount: count,
                contacts: names.indices.map { ContactID(rawValue: "id\($0)") },
                names: names
            ).summary
        }
        #expect(who(["Ada"], 1) == "edit (Ada)")
        #expect(who(["Ada", ""], 2) == "edit (Ada, id1)")
        #expect(who(["A", "B", "C", "D", "E"], 9) == "edit (A, B, C and 6 more)")
    }

    @Test func `people see the local time`() {
        let calendar = WallCalendar(offset: { _ in 9 * 3600 })
        #expect(calendar.text(of: Date(timeIntervalSince1970: 0)) == "1970-01-01 09:00")
        #expect(calendar.text(of: Date(timeIntervalSince1970: 1e17)).isEmpty)
    }

    @Test func `a step is shown by its number`() async throws {
        let contacts = try Binary()
        let id = try await contacts.add("--first-name", "Ada", "--last-name", "Byron")
        try await contacts.succeed("edit", id, "--last-name", "Lovelace")
        let lines = try await contacts.run("history", "show", "2").lines
        #expect(lines == ["\(id)\tAda Lovelace\tchanged\tlast\tByron\tLovelace"])
        let text = try await contacts.run("history", "show", "2", "--format", "text", variables: ["TZ": "UTC"])
        #expect(text.lines.first?.hasPrefix("Step 2, 2") == true, "\(text.output)")
        #expect(text.lines.suffix(2) == ["Ada Lovelace, changed", "  last: “Byron” → “Lovelace”"])
        let undone = try await contacts.run("undo")
        #expect(undone.messages == "contacts: Undid: edit (Ada Byron).\n")
        #expect(try await contacts.run("history", "show", "9").status == 1)
    }
}
