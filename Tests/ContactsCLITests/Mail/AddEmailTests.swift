import Repository
import Testing

@testable import ContactsCLI
@testable import Exchange

struct AddEmailCommandTests {
    @Test func `the sender of a mail is added once, and undo takes it back`() async throws {
        let contacts = try Binary.withOwnBook()
        // Found by the words of the address, but another one.
        try await contacts.succeed("add", "--first-name", "Eve", "--email", "ada@example.com.org")
        let mail = "From: Ada Lovelace <ada@example.com>\r\nTo: Grace <g@example.org>\r\n\r\nhello\r\n"
        try contacts.home.write(mail, to: "mail")
        let said = "Ada Lovelace <ada@example.com>.\n"
        let add = "\"$contacts\" add-email"
        try await contacts.shell(
            add + " -n < $HOME/mail",
            status: 0,
            output: "",
            messages: "contacts: Would add \(said)"
        )
        let first = try await contacts.shell(add + " < $HOME/mail", status: 0, messages: "contacts: Added \(said)")
        #expect(first.lines.count == 1)
        let all = "contacts: Already here: Ada Lovelace <ADA@example.com>.\ncontacts: Added Grace <g@example.org>.\n"
        try await contacts.shell("sed s/ada@/ADA@/ $HOME/mail | \(add) --all", messages: all)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("email", "--offline").lines.count == 2)
        try await contacts.fail(65, "add-email", saying: "From")
        let known = "A contact with this name already exists"
        try await contacts.shell("sed s/ada@/lovelace@/ $HOME/mail | \(add)", saying: known)
    }
}

@Suite struct MailHeaderTests {
    private func header(_ text: String, pieces: Int = 7) -> MailHeader {
        var header = MailHeader()
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            header.take(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        return header
    }

    private static let message = """
        From ada@example.com Sat Jan  1 00:00:00 2026
        Received: from x by y;\r
        From: =?UTF-8?Q?J=C3=B6rg?=\r
         =?UTF-8?Q?_M=C3=BCller?= <J@example.com>\r
        Reply-To: j@EXAMPLE.com\r
        To: "Hopper, Grace" <g@example.org>, team: a@x.org (Al), b@x.org;\r
        CC: <g@example.org>,\r
        \tbroken, c@x.org\r
        \r
        From: body@example.com\r

        """

    @Test func `the sender, and everyone once`() {
        let header = header(Self.message)
        #expect(header.isComplete)
        #expect(header.addresses(of: ["from"]) == [MailAddress(name: "Jörg Müller", address: "J@example.com")])
        let all = header.addresses(of: ["from", "reply-to", "to", "cc"])
        #expect(all.map(\.address) == ["J@example.com", "g@example.org", "a@x.org", "b@x.org", "c@x.org"])
        #expect(all.map(\.name) == ["Jörg Müller", "Hopper, Grace", "Al", nil, nil])
    }

    @Test func `fields are unfolded, and names have no blanks`() {
        let fields = header("\r\nA: 1\r\n  2\r\nno field\r\nB:\r\n\r\n").fields
        #expect(fields.map(\.name) == ["a", "b"])
        #expect(fields.map(\.value) == [" 1 2", ""])
    }

    @Test func `bytes of old mails are read, and a header has a limit`() {
        var old = MailHeader()
        old.take(Array("From: J".utf8) + [0xF6] + Array("rg <j@x.org>\n\n".utf8))
        #expect(old.addresses(of: ["from"]).first?.name == "Jörg")
        var long = MailHeader()
        for _ in 0..<3 { long.take([UInt8](repeating: 0x61, count: 600_000)) }
        #expect(long.isTooLong)
        #expect(long.fields.isEmpty)
    }
}

struct MuttArgumentsTests {
    @Test func `the program finds, says nothing beside it, and never complains about a word`() async throws {
        let (contacts, _) = try await Binary.filled()
        let ada = "Contacts\nada@example.com\tAda Lovelace\t\n"
        for arguments in [
            ["email", "--mutt", "--offline", "--", "lovelace ada@example"], ["email", "--mutt", "--offline", "-ada"],
            ["--env", "QC", "emails", "lovelace", "--mutt"], ["email", "--mutt", "--offline", "ada", "-love"],
        ] {
            try await contacts.succeed(arguments, output: ada, messages: "")
        }
        #expect(try await contacts.run("email", "--mutt", "--offline", " ").lines.count == 3, "nothing is all")
        let words = [
            "x; touch F", "O'Hall", "a\"b", "\"(", ")", "-foo", "--bogus", "--group", "--bogus=1", "-5", "nosuch:field",
            "city:x", "city:", "NOT", "AND", "\\", "-", "$HOME", "`id`", "*", "zzz",
        ]
        for word in words {
            for before in [[], ["--"]] {
                let query = ["email", "--mutt", "--offline"] + before + [word]
                try await contacts.fail(1, query, output: "No matches\n", messages: "")
            }
        }
        try await contacts.fail(64, "email", "--mutt", "--json")
        try await contacts.fail(64, "list", "--mutt")
        try await contacts.fail(1, "email", "--", "--mutt", output: "")
    }
}
