import Repository
import Testing

@testable import ContactsCLI

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

    private func read(_ text: String) throws -> ContactDraft { try ContactTemplateReader.read(text).get() }

    @Test func `a template has every value of the contact`() throws {
        var contact = Self.nasty
        // A bracket inside a type ends the types, so it is written as it may not be read; everything else is exact.
        contact.emails[0].types = ["work", "x-ab"]
        let text = ContactTemplate.text(of: ContactDraft(contact))
        #expect(try read(text) == ContactDraft(contact))
        #expect(try read(text).edit(from: read(text)).isEmpty)
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

    @Test func `an unchanged field is no change, even if it cannot be written`() throws {
        let text = ContactTemplate.text(of: ContactDraft(Self.nasty))
        let edited = text.replacing("Nickname: *", with: "Nickname: Nick")
        var expected = ContactEdit()
        expected.nickname = "Nick"
        #expect(try read(edited).edit(from: read(text)) == expected)
    }

    @Test func `an empty draft clears every field, and a full one sets every field`() throws {
        let full = try read(ContactTemplate.text(of: ContactDraft(Self.nasty)))
        let cleared = ContactDraft().edit(from: full)
        #expect(cleared.applied(to: Self.nasty) == Contact(id: ContactID(rawValue: "1")))
        let filled = full.edit(from: ContactDraft())
        #expect(ContactDraft(filled.applied(to: Contact(id: ContactID(rawValue: "1")))) == full)
    }

    @Test(arguments: [
        ("Gnder: x", "did you mean “Gender”?"),
        ("Last name", "no colon"),
        ("Role: a\nRole: b", "has a value already"),
        ("Favorite: perhaps", "yes or no"),
        ("Role [work]: a", "neither types"),
        ("  x: y", "belongs to an address or a note"),
        ("Address: Bern", "parts of an address"),
        ("Address:\n  Ctiy: Bern", "did you mean “City”?"),
        ("Address:\n  City", "no colon"),
    ])
    func `a line that cannot be read is reported with its number`(text: String, reason: String) throws {
        guard case .failure(let found) = ContactTemplateReader.read("# comment\n" + text + "\nNickname: n\nBad\n")
        else {
            Issue.record("was read")
            return
        }
        #expect(found.problems.count == 2, "reading goes on after a problem")
        #expect(found.problems[0].message.contains(reason), "\(found.problems[0].message)")
        let lines = text.split(separator: "\n").count
        #expect(found.problems.map(\.line) == [lines + 1, lines + 3])
    }
}

@Suite struct ContactTemplateReaderTests {
    private func read(_ text: String) throws -> ContactDraft { try ContactTemplateReader.read(text).get() }

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
    }

    @Test func `a label with commas, brackets and colons is one label`() throws {
        var contact = Contact(id: ContactID(rawValue: "1"))
        contact.phones = [ContactValue("1", types: ["My [old], loud: phone", "cell"])]
        let text = ContactTemplate.text(of: ContactDraft(contact))
        #expect(try read(text)[.phones] == contact.phones)
    }
}

@Suite struct ContactDraftTests {
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
}

@Suite struct LineDiffTests {
    @Test(arguments: [
        (["a", "b", "c"], ["a", "x", "c"], ["- b", "+ x"]),
        (["a"], ["a", "b", "c"], ["+ b", "+ c"]),
        (["a", "b"], [], ["- a", "- b"]),
        (["a", "b", "c", "d"], ["b", "z", "d"], ["- a", "- c", "+ z"]),
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
