import Foundation
import Repository
import Testing

@testable import ContactsCLI

/// `contacts edit` and `contacts add` in the editor, which is a command of the shell here.
struct EditorTests {
    private let contacts: Binary
    /// A person of the API.
    private let id: String

    init() async throws {
        let fetched = try await Binary.fetched()
        contacts = fetched.contacts
        id = try #require(fetched.ids.first)
    }

    private func drafts() -> [URL] {
        let folder = contacts.home.url.appending(path: ".local/state/contacts/drafts")
        return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    }

    @Test func `what is changed in the editor is shown and saved, and no draft stays`() async throws {
        let editor = "sed -i -e 's/^Nickname:.*/Nickname: Nick/' -e 's/^Group:/Group: friends/'"
        let edit = try await contacts.succeed("edit", id, "--editor", "--yes", variables: ["EDITOR": editor])
        #expect(edit.messages.contains("+ Nickname: Nick\n"))
        #expect(!edit.messages.contains("- ") && !edit.messages.contains("Gender"), "what had no value is not there")
        #expect(try await contacts.run("list", "group:friends").lines.count == 1)
        #expect(drafts().isEmpty)
        try await contacts.succeed("undo")
        #expect(try await contacts.run("list", "group:friends").lines.isEmpty)
    }

    @Test func `VISUAL is preferred, and an editor that changes nothing saves nothing`() async throws {
        let variables = ["VISUAL": "true", "EDITOR": "false"]
        try await contacts.succeed("edit", id, "--editor", "-y", variables: variables, said: "Nothing was changed.")
        #expect(try await contacts.run("history").output.isEmpty)
        #expect(drafts().isEmpty)
    }

    @Test func `when the editor crashes, the draft is kept, private and named, and can be saved`() async throws {
        let crash = "crash() { sed -i 's/^Nickname:.*/Nickname: kept/' \"$1\"; kill -9 $$; }; crash"
        let edit = try await contacts.fail(1, "edit", id, "--editor", "--yes", variables: ["EDITOR": crash])
        let draft = try #require(drafts().first)
        #expect(edit.messages.contains(draft.path))
        #expect(try TemporaryFolder.mode(of: draft.path) == 0o600)
        try await contacts.succeed("edit", id, "--draft", draft.path, "--yes", saying: "+ Nickname: kept\n")
    }

    @Test func `what cannot be saved is told, and kept`() async throws {
        let variables = ["EDITOR": "sed -i -e 's/^Gender:/Gnder:/' -e 's/^E-mail.*/E-mail: nowhere/'"]
        let edit = try await contacts.fail(65, "edit", id, "--editor", "-y", variables: variables, saying: "--draft")
        #expect(edit.messages.contains("did you mean “Gender”?") && edit.messages.contains("needs one @"), "\(edit)")
        #expect(try await contacts.run("history").output.isEmpty)
        #expect(drafts().count == 1)
    }

    @Test func `all problems are told at once, and Enter opens the editor again`() async throws {
        // The first time three lines are spoiled, the second time they are mended.
        let editor = """
            mend() { if grep -q Gnder "$1"; then sed -i -e 's/^Gnder:/Gender:/' -e 's/nowhere/n@x.example/' \
            -e 's/^Birthday:.*/Birthday: 1815-12-10/' "$1"; else sed -i -e 's/^Gender:/Gnder:/' \
            -e 's/^E-mail.*/E-mail: nowhere/' -e 's/^Birthday:.*/Birthday: someday/' "$1"; fi; }; mend
            """
        let some = Binary(contacts, variables: ["EDITOR": editor])
        let (screen, _) = try await some.type("\ny\n", to: "edit", id, "--editor", status: 0)
        for text in ["did you mean “Gender”?", "needs one @", "“someday” is not a date", "again? [Y/n]"] {
            #expect(screen.contains(text), "\(screen)")
        }
        #expect(try await contacts.run("list", "--offline", "birthday:1815-12-10").lines.count == 1)
        #expect(drafts().isEmpty)
    }

    @Test func `without a terminal the editor needs its flag, and saving needs --yes`() async throws {
        for arguments in [["edit", id], ["edit", id, "--editor"], ["add"]] {
            #expect(try await contacts.start(arguments).result.status == 64)
        }
        let nowhere = ["EDITOR": "/nowhere/editor"]
        try await contacts.fail(78, "edit", id, "--editor", "--yes", variables: nowhere, saying: "/nowhere/editor")
        #expect(drafts().isEmpty)
    }

    @Test func `a new contact can be written in the editor, and is one step of history`() async throws {
        let contacts = try Binary()
        let editor = "sed -i -e 's/^Last name:/Last name: Hopper/' -e 's/^Phone:/Phone [cell] *: 0123456/'"
        let add = try await contacts.succeed("add", "--editor", "--yes", variables: ["EDITOR": editor])
        let id = try #require(add.lines.first)
        #expect(add.lines.count == 1)
        #expect(try await contacts.run("show", id, "--format", "json").object["cell"] as? String == "0123456")
        #expect(try await contacts.run("history").lines.count == 1)
    }
}

@Suite struct ContactTemplateTests {
    /// A contact with something in every field, some of it made to confuse a reader.
    private static var nasty: Contact {
        var contact = Contact(id: ContactID(rawValue: "1"))
        contact.name.title = "# no comment"
        contact.name.first = "Ünö: the [first] *"
        contact.name.middle = "back\\slash \\n \\u{41} \\"
        contact.name.last = "line\nbreak\r\ttab"
        contact.name.suffix = "\u{202E}rtl\u{2066}\u{1B}[2J"
        contact.name.formatted = "\u{2028}separator\u{85}"
        contact.nickname = "*"
        contact.gender = ":"
        contact.pronouns = "they/them"
        contact.birthday = "--02-29"
        contact.anniversary = "2001-01-01"
        contact.emails = [
            ContactValue("a:b@example.org", types: ["work", "x-a]b"], isPreferred: true), ContactValue("c@d.e"),
        ]
        contact.phones = [ContactValue("+1 [2] *", types: ["cell"])]
        contact.addresses = [
            ContactAddress(PostalAddress(street: "1 \\ 2\nback yard", country: "CH", poBox: "#7"), types: ["home"]),
            ContactAddress(PostalAddress(city: "Bern", extended: "c/o"), isPreferred: true),
        ]
        contact.organization = "Acme, Inc."
        contact.organizationUnits = ["a", "b"]
        contact.jobTitle = "t"
        contact.role = "r"
        contact.urls = ["https://example.org/?a=1#b", "x:y"]
        contact.categories = ["friends", "a, b"]
        contact.dates = [ContactValue("2009-06-13", types: ["First: boat"])]
        contact.relations = [ContactValue("Jane", types: ["spouse"], isPreferred: true)]
        contact.messengers = [ContactValue("ada", types: ["aim"]), ContactValue("xmpp:a@b")]
        contact.profiles = [ContactValue("https://example.org/@a,b", types: ["mastodon"])]
        contact.kind = "individual"
        contact.members = ["urn:uuid:1", "urn:uuid:2"]
        contact.isFavorite = true
        contact.note = "first\n\n  # indented\nlast: \\ [x]"
        return contact
    }

    private func read(_ text: String) throws -> ContactDraft { try ContactTemplateReader.read(text) }

    @Test func `a template has every value, and an unchanged one is no change, even if it cannot be written`() throws {
        var contact = Self.nasty
        // A bracket inside a type ends the types, so it is written as it may not be read; everything else is exact.
        contact.emails[0].types = ["work", "x-ab"]
        let text = ContactTemplate.text(of: ContactDraft(contact))
        #expect(try read(text) == ContactDraft(contact))
        #expect(try read(text).edit(from: read(text)).isEmpty)
        let unwritten = ContactTemplate.text(of: ContactDraft(Self.nasty))
        var expected = ContactEdit()
        expected.nickname = "Nick"
        let edited = unwritten.replacing("Nickname: *", with: "Nickname: Nick")
        #expect(try read(edited).edit(from: read(unwritten)) == expected)
    }

    @Test func `a template fits 80 columns, shows the common empty fields and names the others`() {
        let contact = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), origin: .local)
        let lines = ContactTemplate.text(of: ContactDraft(contact)).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 })
        let fields = lines.filter { !$0.hasPrefix("#") }
        #expect(
            fields == [
                "First name: Ada", "Last name:", "Nickname:", "E-mail:", "Phone:", "Address:", "    Street:",
                "    Postcode:", "    City:", "    Country:", "Birthday:", "Organization:", "Job title:", "Group:",
                "Note:",
            ]
        )
        let named = lines.filter { $0.hasPrefix("#") }.joined(separator: " ")
        #expect(named.contains("Role") && named.contains("Middle name") && !named.contains("Last name"))
    }

    @Test func `a difference has the fields with values alone`() {
        var contact = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), origin: .local)
        let old = contact
        contact.addresses = [ContactAddress(PostalAddress(city: "London"), types: ["home"])]
        contact.note = "Likes:\n\nengines"
        let lines = ContactDiff.lines(from: old, to: contact)
        #expect(lines == ["+ Address [home]:", "+     City: London", "+ Note:", "+     Likes:", "+     engines"])
    }

    @Test func `an empty draft clears every field, and a full one sets every field`() throws {
        let full = try read(ContactTemplate.text(of: ContactDraft(Self.nasty)))
        #expect(ContactDraft().edit(from: full).applied(to: Self.nasty) == Contact(id: ContactID(rawValue: "1")))
        let filled = full.edit(from: ContactDraft())
        #expect(ContactDraft(filled.applied(to: Contact(id: ContactID(rawValue: "1")))) == full)
    }

    @Test(arguments: [
        ("Gnder: x", "did you mean “Gender”?"), ("Last name", "no colon"), ("Role: a\nRole: b", "already has a value"),
        ("Favorite: perhaps", "yes or no"), ("Role [work]: a", "neither types"),
        ("  x: y", "belongs to an address or a note"), ("Address: Bern", "parts of an address"),
        ("Address:\n  Ctiy: Bern", "did you mean “City”?"), ("Address:\n  City", "no colon"),
    ])
    func `a line that cannot be read is reported with its number`(text: String, reason: String) throws {
        let found = try #require(throws: TemplateProblems.self) {
            try ContactTemplateReader.read("# comment\n" + text + "\nNickname: n\nBad\n")
        }
        #expect(found.problems.count == 2, "reading goes on after a problem")
        #expect(found.problems[0].message.contains(reason), "\(found.problems[0].message)")
        let lines = text.split(separator: "\n").count
        #expect(found.problems.map(\.line) == [lines + 1, lines + 3])
    }

    @Test func `a template has only its fields, in any case, and labels in the user's own words`() throws {
        let draft = try read(
            """

            # c
            last NAME :  Hopper\u{20}
            E-mail [Work,  HOME]*:a@b.c
            phone:
            Date [Graduation]: 2009-06-13
            Date: --05-06
            Related [Spouse]: Jane
            Messenger [jabber, Home] *: ada@example.org
            Kind: org
            Member: urn:uuid:1
            Member: urn:uuid:2
            Note: one
                 two


            """
        )
        var expected = ContactDraft()
        expected[.last] = [ContactValue("Hopper")]
        expected[.note] = [ContactValue("one\n two")]
        expected[.emails] = [ContactValue("a@b.c", types: ["work", "home"], isPreferred: true)]
        expected[.dates] = [ContactValue("2009-06-13", types: ["Graduation"]), ContactValue("--05-06")]
        expected[.relations] = [ContactValue("Jane", types: ["spouse"])]
        expected[.messengers] = [ContactValue("ada@example.org", types: ["jabber", "home"], isPreferred: true)]
        expected[.kind] = [ContactValue("org")]
        expected[.members] = [ContactValue("urn:uuid:1"), ContactValue("urn:uuid:2")]
        #expect(draft == expected)
        // A label with commas, brackets and colons is one label.
        var contact = Contact(id: ContactID(rawValue: "1"))
        contact.phones = [ContactValue("1", types: ["My [old], loud: phone", "cell"])]
        #expect(try read(ContactTemplate.text(of: ContactDraft(contact)))[.phones] == contact.phones)
    }

    @Test func `a value gets another type or becomes the preferred one, losses are marked, and long ones cut`() {
        var old = Contact(id: ContactID(rawValue: "1"))
        old.emails = [ContactValue("a@b", types: ["home"]), ContactValue("e@f"), ContactValue("x@y")]
        old.addresses = [ContactAddress(PostalAddress(city: "Bern"), types: ["work"])]
        var new = old
        new.emails[0].types = ["work"]
        new.emails[1].isPreferred = true
        new.emails[2].value = "g\u{2028}h"
        new.addresses[0].address.city = "Basel"
        new.note = String(repeating: "x", count: 200)
        let changes = ContactDiff.changes(from: old, to: new)
        #expect(
            changes.dropLast() == [
                ContactDiff.Change(text: "e-mail e@f preferred", isLoss: false),
                ContactDiff.Change(text: "e-mail x@y → g h", isLoss: true),
                ContactDiff.Change(text: "e-mail home a@b → work a@b", isLoss: true),
                ContactDiff.Change(text: "address work city Bern → Basel", isLoss: true),
            ]
        )
        #expect(changes.last?.text.count == "note ".count + 60 + " added".count)
    }
}

@Suite struct LineDiffTests {
    @Test(arguments: [
        (["a", "b", "c"], ["a", "x", "c"], ["- b", "+ x"]), (["a"], ["a", "b", "c"], ["+ b", "+ c"]),
        (["a", "b"], [], ["- a", "- b"]), (["a", "b", "c", "d"], ["b", "z", "d"], ["- a", "- c", "+ z"]),
        (["a"], ["a"], []),
    ])
    func `what goes and what comes stand in the order of the texts`(old: [String], new: [String], lines: [String]) {
        #expect(LineDiff.lines(from: old, to: new) == lines)
    }

    @Test func `long texts that differ everywhere are replaced as a whole`() {
        let (old, new) = ((0..<2_000).map { "line \($0)" }, (0..<2_000).map { "line \(2_000 - $0)" })
        #expect(LineDiff.lines(from: old, to: new).count == 4_000)
    }
}
