import Foundation
import Testing

@Suite struct RestoreCommandTests {
    @Test func `a field or all of a contact comes back, by step or by time, and the past is listed`() async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("add", "Ada Lovelace", "a@x.org")
        try await contacts.succeed("edit", "Ada Lovelace", "--email", "b@x.org", "--note", "two")
        try await contacts.succeed("edit", "Ada Lovelace", "--email", "c@x.org", "--clear", "note")
        let past = try await contacts.run("history", "Ada Lovelace", "--fields", "step,field,old,new").lines
        #expect(
            past.prefix(4) == [
                "3\temails\tb@x.org\tc@x.org", "3\tnote\ttwo\t", "2\temails\ta@x.org\tb@x.org", "2\tnote\t\ttwo",
            ]
        )

        let trial = try await contacts.run("restore", "Ada Lovelace", "--to", "2", "-n")
        #expect(trial.messages == "contacts: Would change Ada Lovelace: e-mail c@x.org → b@x.org, note two added.\n")
        let field = try await contacts.run("restore", "Ada Lovelace", "--field", "email", "--to", "1")
        #expect(field.messages == "contacts: Saved Ada Lovelace: e-mail c@x.org → a@x.org.\n")
        try await contacts.succeed("restore", "Ada Lovelace", "--to", "2")
        #expect(try await contacts.run("list", "--fields", "email,note").lines == ["b@x.org\ttwo"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "--fields", "email,note").lines == ["a@x.org\t"])
        #expect(try await contacts.run("restore", "Ada Lovelace", "--to", "2000-01-01").status == 1, "not there then")
        let now = try await contacts.run("restore", "Ada Lovelace", "--to", "2999-01-01")
        #expect(now.messages == "contacts: Ada Lovelace is like that already.\n")
    }

    @Test func `of the numbers only the mobile ones come back where those are named`() async throws {
        let contacts = try Binary.withOwnBook()
        try await contacts.succeed("add", "--first-name", "Ada", "--cell", "+49 170 1", "--phone", "+49 30 1")
        try await contacts.succeed("edit", "Ada", "--cell", "+49 170 2", "--phone", "+49 30 2")
        let restored = try await contacts.run("restore", "Ada", "--field", "mobile", "--to", "1")
        #expect(restored.messages.contains("+49 170 2 → +49 170 1"), "\(restored.messages)")
        #expect(try await contacts.run("list", "--fields", "cell,phone").lines == ["+49 170 1\t+49 30 2"])
        let again = try await contacts.run("restore", "Ada", "--field", "cell", "--to", "1")
        #expect(again.messages == "contacts: Ada is like that already.\n")
    }

    @Test func `a picture that a merge kept is a few words in the past`() async throws {
        let contacts = try Binary.withOwnBook()
        let picture = Data(count: 3_000).base64EncodedString()
        let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nUID:k\r\nFN:Kim\r\nX-OLD;ENCODING=b:\(picture)\r\nEND:VCARD\r\n"
        try await contacts.succeed("import", try contacts.home.write(card, to: "kim.vcf"))
        let past = try await contacts.run("history", "Kim", "--fields", "field,new").lines
        let line = try #require(past.first { $0.hasPrefix("lines") })
        #expect(line.utf8.count < 200 && line.hasSuffix("bytes)"), "\(line)")
    }

    @Test func `kept lines come back, too, and an import names what it replaced`() async throws {
        let contacts = try Binary.withOwnBook()
        let file = contacts.home.url.appending(path: "kim.vcf")
        func write(_ number: String, _ mail: String) throws {
            try """
            BEGIN:VCARD\r\nVERSION:3.0\r\nUID:k\r\nFN:Kim Lee\r\nN:Lee;Kim;;;\r\nEMAIL:\(mail)\r\nX-KUNDENNR:\(number)\r\nEND:VCARD\r\n
            """.write(to: file, atomically: true, encoding: .utf8)
        }
        try write("42", "a@x.org")
        try await contacts.succeed("import", file.path)
        try write("43", "d@x.org")
        let said = "Updated Kim Lee: e-mail a@x.org → d@x.org, Kundennr 42 → 43."
        try await contacts.succeed("import", file.path, saying: said)
        let restored = try await contacts.run("restore", "Kim Lee", "--to", "1")
        #expect(restored.messages.contains("Kundennr 43 → 42"), "\(restored.messages)")
        #expect(try await contacts.run("show", "Kim Lee").output.contains("Kundennr:    42"))
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
        let last = try await contacts.run("history", "ada lovelace", "--limit", "1")
        #expect(last.messages == "contacts: 2 earlier changes are left out; --limit prints more.\n")
        let trial = try await contacts.run("restore", "Ada Lovelace", "--to", "2", "-n")
        #expect(trial.messages == "contacts: Would add Ada Lovelace again, as it was after step 2.\n")
        try await contacts.succeed("restore", String(id.prefix(8)), "--to", "2")
        let restored = try await contacts.run("list", "ada", "--fields", "id,email,note").lines
        #expect(restored == ["\(id.dropLast())\tb@x.org\tone"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "ada").output == "")
    }

    @Test func `a person may be called like a command of history, and steps beyond the list are told`() async throws {
        let contacts = try Binary.withOwnBook()
        for name in ["Ada", "Bea", "Cleo"] { try await contacts.succeed("add", name) }
        #expect(try await contacts.run("history", "show", "1").lines.count == 1)
        #expect(try await contacts.run("history", "--limit", "1").messages == "", "nothing was dropped")
    }
}
