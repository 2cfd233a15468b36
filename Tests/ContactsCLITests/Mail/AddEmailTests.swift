import Testing

struct AddEmailCommandTests {
    @Test func `the sender of a mail is added once, and undo takes it back`() async throws {
        let contacts = try Binary.withOwnBook()
        // Found by the words of the address, but another one.
        try await contacts.succeed("add", "--first-name", "Eve", "--email", "ada@example.com.org")
        let mail = "From: Ada Lovelace <ada@example.com>\r\nTo: Grace <g@example.org>\r\n\r\nhello\r\n"
        try contacts.home.write(mail, to: "mail")
        let (ada, add) = ("Ada Lovelace <ada@example.com>.", "\"$contacts\" add-email")
        try await contacts.shell(add + " --dry-run < $HOME/mail", status: 0, output: "", said: "Would add \(ada)")
        let first = try await contacts.shell(add + " < $HOME/mail", status: 0, said: "Added \(ada)")
        #expect(first.lines.count == 1)
        let all = "contacts: Already here: Ada Lovelace <ADA@example.com>.\ncontacts: Added Grace <g@example.org>.\n"
        try await contacts.shell("sed s/ada@/ADA@/ $HOME/mail | \(add) --all", messages: all)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("email", "--offline").lines.count == 2)
        try await contacts.fail(65, "add-email", saying: "From")
        let known = "A contact with this name already exists"
        try await contacts.shell("sed s/ada@/lovelace@/ $HOME/mail | \(add)", saying: known)
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

    @Test func `everyone in a header is found once, in pieces and in old bytes, and a header has a limit`() async throws
    {
        let contacts = try Binary.withOwnBook()
        try contacts.home.write(Self.message, to: "mail")
        let add = "\"$contacts\" add-email --dry-run"
        try await contacts.shell(add + " < $HOME/mail", said: "Would add Jörg Müller <J@example.com>.")
        let all = ["Jörg Müller <J@example.com>", "Grace Hopper <g@example.org>", "Al <a@x.org>", "b@x.org", "c@x.org"]
        let pieces = "{ head -c 100 $HOME/mail; sleep 0.05; tail -c +101 $HOME/mail; } | \(add) --all"
        try await contacts.shell(pieces, messages: all.map { "contacts: Would add \($0).\n" }.joined())
        let old = #"printf 'no field\r\nFrom: J\366rg <j\r\n @x.org>\n\n' | "#
        try await contacts.shell(old + add, said: "Would add Jörg <j@x.org>.")
        let long = "head -c 1900000 /dev/zero | tr '\\0' a | \(add)"
        try await contacts.shell(long, status: 65, saying: "larger than 1048576 bytes")
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
            // What begins with a hyphen could be an option; behind “--”, none is.
            for before in word.hasPrefix("-") ? [[], ["--"]] : [[]] {
                let query = ["email", "--mutt", "--offline"] + before + [word]
                try await contacts.fail(1, query, output: "No matches\n", messages: "")
            }
        }
        try await contacts.fail(64, "email", "--mutt", "--json")
        try await contacts.fail(64, "list", "--mutt")
        try await contacts.fail(1, "email", "--", "--mutt", output: "")
    }
}
