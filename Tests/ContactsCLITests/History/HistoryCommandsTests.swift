import Foundation
import Repository
import Testing

@testable import ContactsCLI
@testable import Services

struct HistoryCommandsTests {
    @Test func `history lists the steps, the last first`() async throws {
        let contacts = try Binary()
        try await contacts.succeed("history", "--format", "json", output: "[]\n")
        let id = try await contacts.add("--first-name", "Ada")
        try await contacts.succeed("edit", id, "--note", "x")
        try await contacts.succeed("undo")

        // On trial the steps are told, and stay as they are.
        #expect(try await contacts.run("undo", "-n").messages == "contacts: Would undo: add (Ada).\n")
        #expect(try await contacts.run("redo", "--dry-run").messages == "contacts: Would redo: edit (Ada).\n")
        // Of two undone steps, the earlier one is redone first.
        try await contacts.succeed("undo")
        #expect(try await contacts.run("redo", "--dry-run").messages.hasPrefix("contacts: Would redo: add ("))
        try await contacts.succeed("redo")

        let lines = try await contacts.run("history").lines.map { $0.split(separator: "\t").map(String.init) }
        let expected = [["edit", "1", "yes", "Ada", "Ada: note x added"], ["add", "1", "no", "Ada"]]
        #expect(lines.map { Array($0[2...]) } == expected)
        let step = #"{"title":"edit","undone":true,"ids":["\#(id)"],"names":["Ada"],"contacts":1}"#
        let json = ["history", "--limit", "1", "--json=title,undone,ids,names,contacts"]
        try await contacts.succeed(json, output: "[\n\(step)\n]\n", messages: "")
    }

    @Test func `a version that differs in no field is one row without a field`() {
        let contact = Contact(id: ContactID(rawValue: "a"), origin: .local)
        let change = HistoryChange(id: contact.id, before: contact, after: contact)
        let version = LostVersion(date: .distantPast, name: "Ada", contact: contact.id, change: change, card: "")
        #expect(LostField.fields(of: version) == [LostField(version: version)])
    }

    @Test func `the version that lost in a conflict is listed with what it said and what is there now`() async throws {
        let folder = try TemporaryFolder()
        let contacts = try Binary()
        func write(_ nickname: String) throws {
            try folder.write(String.card("UID:ada", "FN:Ada Stone", "N:Stone;Ada;;;", nickname), to: "ada.vcf")
        }
        try write("NOTE:first")
        try await contacts.succeed("book", "add", "old", "--folder", folder.url.path)
        let book = Binary(contacts, variables: ["CONTACTS_BOOK": "old"])
        try await book.succeed("sync")
        try await book.succeed("edit", "Ada Stone", "--note", "mine")
        try write("NOTE:theirs")
        let kept = "1 conflict resolved: kept mine: note"
        try await book.succeed("sync", "--conflict", "ours", saying: "contacts history conflicts", kept)
        let rows = try await book.run("history", "conflicts", "--format", "tsv", "--fields", "name,field,lost,now")
        #expect(rows.lines.contains("Ada Stone\tnote\ttheirs\tmine"), "\(rows.output)")
        let json = try await book.run("history", "conflicts", "--format", "json")
        #expect(json.output.contains("NOTE:theirs"), "\(json.output)")
        let lost = "lost in a conflict\tnote\ttheirs\tmine"
        #expect(try await book.run("history", "Ada Stone").lines.count { $0.hasSuffix(lost) } == 1)
        try await book.succeed("restore", "Ada Stone", "--to", "lost")
        #expect(try await book.run("list", "--fields", "note").lines == ["theirs"])
        // What came later doesn't change what the conflict is said to have left.
        #expect(try await book.run("history", "Ada Stone").lines.count { $0.hasSuffix(lost) } == 1)
    }

    @Test func `changes are undone and done again across runs, several at once too`() async throws {
        let (contacts, ids) = try await Binary.fetched()
        func groups() async throws -> String {
            try await contacts.run("show", ids[0], "--fields", "groups", "--format", "tsv").output
        }
        for name in ["One", "Two", "Three"] { try await contacts.succeed("group", "add", name, ids[0]) }

        try await contacts.succeed("undo")
        #expect(try await groups() == "One; Two\n")
        try await contacts.succeed("undo", "--steps", "9")
        #expect(try await groups() == "\n")
        try await contacts.succeed("redo", "--steps", "2")
        #expect(try await groups() == "One; Two\n")
        // A new change drops what could be done again.
        try await contacts.succeed("group", "add", "Four", ids[0])
        try await contacts.fail(1, "redo")
        #expect(try await groups() == "One; Two; Four\n")
        try await contacts.succeed("undo")
        #expect(try await groups() == "One; Two\n")
    }

    @Test(arguments: ["undo", "redo"])
    func `nothing to walk is told on standard error, exit code 1`(command: String) async throws {
        let contacts = try Binary()
        for _ in 0..<2 {
            try await contacts.fail(1, command, output: "", said: "There is nothing to \(command).")
            // What a list fetches is no step.
            try await contacts.succeed("list")
        }
    }

    @Test func `a field or all of a contact comes back, by step or by time, and the past is listed`() async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("add", "Ada Lovelace", "a@x.org")
        try await contacts.succeed("edit", "Ada Lovelace", "--email", "b@x.org", "--note", "two")
        try await contacts.succeed("edit", "Ada Lovelace", "--email", "c@x.org", "--clear", "note")
        let past = try await contacts.run("history", "Ada Lovelace", "--fields", "step,field,old,new").lines
        let third = ["3\temails\tb@x.org\tc@x.org", "3\tnote\ttwo\t"]
        #expect(Array(past.prefix(4)) == third + ["2\temails\ta@x.org\tb@x.org", "2\tnote\t\ttwo"])

        let trial = try await contacts.run("restore", "Ada Lovelace", "--to", "2", "-n")
        #expect(trial.messages == "contacts: Would change Ada Lovelace: e-mail c@x.org → b@x.org, note two added.\n")
        let restore = ["restore", "Ada Lovelace", "--to"]
        let saved = "Saved Ada Lovelace: e-mail c@x.org → a@x.org."
        try await contacts.succeed(restore, "1", "--field", "email", said: saved)
        try await contacts.succeed("restore", "Ada Lovelace", "--to", "2")
        #expect(try await contacts.run("list", "--fields", "email,note").lines == ["b@x.org\ttwo"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "--fields", "email,note").lines == ["a@x.org\t"])
        #expect(try await contacts.run("restore", "Ada Lovelace", "--to", "2000-01-01").status == 1, "not there then")
        try await contacts.succeed(restore, "2999-01-01", said: "Ada Lovelace is already like that.")
    }

    @Test func `of the numbers only the mobile ones come back where those are named`() async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("add", "--first-name", "Ada", "--cell", "+49 170 1", "--phone", "+49 30 1")
        try await contacts.succeed("edit", "Ada", "--cell", "+49 170 2", "--phone", "+49 30 2")
        try await contacts.succeed("restore", "Ada", "--field", "mobile", "--to", "1", saying: "+49 170 2 → +49 170 1")
        #expect(try await contacts.run("list", "--fields", "cell,phone").lines == ["+49 170 1\t+49 30 2"])
        try await contacts.succeed("restore", "Ada", "--field", "cell", "--to", "1", said: "Ada is already like that.")
    }

    @Test func `kept lines come back, a picture in them is shown as its size, and an import names what it replaced`()
        async throws
    {
        let contacts = try Binary.withOwnBook()
        let file = contacts.home.path("kim.vcf")
        func write(_ number: String, _ mail: String) throws {
            let card = String.card("UID:k", "FN:Kim Lee", "N:Lee;Kim;;;", "EMAIL:\(mail)", "X-KUNDENNR:\(number)")
            try contacts.home.write(card, to: "kim.vcf")
        }
        try write("42", "a@x.org")
        try await contacts.succeed("import", file)
        try write("43", "d@x.org")
        let said = "Updated Kim Lee: e-mail a@x.org → d@x.org, Kundennr 42 → 43."
        try await contacts.succeed("import", file, saying: said)
        try await contacts.succeed("restore", "Kim Lee", "--to", "1", saying: "Kundennr 43 → 42")
        #expect(try await contacts.run("show", "Kim Lee").output.contains("Kundennr:    42"))

        let card = String.card("UID:p", "FN:Pat", "X-OLD;ENCODING=b:\(Data(count: 3_000).base64EncodedString())")
        try await contacts.succeed("import", contacts.home.write(card, to: "pat.vcf"))
        let past = try await contacts.run("history", "Pat", "--fields", "field,new").lines
        let line = try #require(past.first { $0.hasPrefix("lines") })
        #expect(line.utf8.count < 200 && line.hasSuffix("bytes)"), "\(line)")
    }

    @Test func `a contact that was removed long ago comes back as it was, and its past is listed`() async throws {
        let contacts = try Binary.withOwnBook()
        let id = try await contacts.run("add", "Ada Lovelace", "a@x.org", "--note", "one").output
        try await contacts.succeed("edit", "Ada Lovelace", "--email", "b@x.org")
        try await contacts.succeed("remove", "Ada Lovelace", "--yes")
        try await contacts.succeed("add", "Bea")
        #expect(try await contacts.run("restore", "Cleo", "--to", "1").status == 1, "there never was one")
        #expect(try await contacts.run("restore", "Ada Lovelace", "--to", "3").status == 1, "not there any more")

        let past = try await contacts.run("history", "ada lovelace", "--fields", "step,field,old,new").lines
        #expect(past.prefix(2) == ["3\tfirst\tAda\t", "3\tlast\tLovelace\t"])
        let left = "2 earlier changes are left out; --limit prints more."
        try await contacts.succeed("history", "ada lovelace", "--limit", "1", said: left)
        let trial = "Would add Ada Lovelace again, as it was after step 2."
        try await contacts.succeed("restore", "Ada Lovelace", "--to", "2", "-n", said: trial)
        try await contacts.succeed("restore", String(id.prefix(8)), "--to", "2")
        let restored = try await contacts.run("list", "ada", "--fields", "id,email,note").lines
        #expect(restored == ["\(id.dropLast())\tb@x.org\tone"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "ada").output == "")
    }
}

struct HistoryShowCommandTests {
    private static func contact(_ change: (inout Contact) -> Void = { _ in }) -> Contact {
        let name = PersonName(first: "Ada", last: "Byron")
        var contact = Contact(id: ContactID(rawValue: "1"), name: name, origin: .local)
        change(&contact)
        return contact
    }

    @Test(
        arguments: [
            (
                contact(),
                contact {
                    $0.name.last = "Lovelace"
                    $0.emails = [ContactValue("ada@example.com", types: ["work"])]
                    $0.isFavorite = true
                },
                [
                    "last: “Byron” → “Lovelace”", "emails: nothing → “ada@example.com (work)”",
                    "favorite: nothing → “yes”",
                ]
            ),
            // What was added or removed has its values once.
            (nil, contact(), ["first: “Ada”", "last: “Byron”"]), (contact(), nil, ["first: “Ada”", "last: “Byron”"]),
            (contact(), contact(), []),
            // A long text has the lines that differ, and other types of a value are a change.
            (contact { $0.note = "a\nb\nc" }, contact { $0.note = "a\nx\nc" }, ["note:", "- b", "+ x"]),
            (
                contact { $0.phones = [ContactValue("1", types: ["home"])] },
                contact { $0.phones = [ContactValue("1", types: ["work"])] }, ["phones: “1 (home)” → “1 (work)”"]
            ),
        ] as [(Contact?, Contact?, [String])]
    )
    func `a change has the old and the new value of each field`(before: Contact?, after: Contact?, lines: [String]) {
        let change = HistoryChange(id: ContactID(rawValue: "1"), before: before, after: after)
        #expect(FieldChange.changes(of: change).flatMap(\.lines) == lines)
    }

    @Test func `who was changed is named, the first of many`() {
        func who(_ names: [String], _ count: Int) -> String {
            var step = HistoryStep(id: 1, title: "edit", date: Date(timeIntervalSince1970: 0))
            step.contactCount = count
            step.contacts = names.indices.map { ContactID(rawValue: "id\($0)") }
            step.names = names
            return step.summary
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
        #expect(try await contacts.run("undo").messages == "contacts: Undid: edit (Ada Byron).\n")
        #expect(try await contacts.run("history", "show", "9").status == 1)
    }
}
