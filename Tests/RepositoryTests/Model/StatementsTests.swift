import RepositoryDoubles
import Testing
import VCard

@testable import Repository

@Suite struct ContactStatementsTests {
    private func contact(_ lines: [String] = []) -> Contact { .made { $0.lines = lines } }

    @Test func `a value that is set is a line, and reads back as it was set`() {
        var contact = contact(["item7.X-A:1"])
        contact.dates = [ContactValue("2009-06-13", types: ["Boat trip"]), ContactValue("--05-06")]
        contact.relations = [ContactValue("Jane", types: ["spouse"]), ContactValue("Bob", types: ["Old friend"])]
        contact.messengers = [
            ContactValue("ada", types: ["aim", "home"]), ContactValue("xmpp:a@b", types: ["Own words"]),
        ]
        contact.profiles = [ContactValue("https://example.org/a;b", types: ["mastodon"], isPreferred: true)]
        contact.kind = "individual"
        contact.members = ["urn:uuid:1"]
        #expect(
            contact.lines == [
                "item7.X-A:1", "item8.X-ABDATE:2009-06-13", "item8.X-ABLabel:Boat trip", "X-ABDATE:--05-06",
                "RELATED;TYPE=spouse;VALUE=text:Jane", "item10.X-ABRELATEDNAMES:Bob", "item10.X-ABLabel:Old friend",
                "X-AIM;TYPE=home:ada", "IMPP;X-CUSTOM=Own words:xmpp:a@b",
                "X-SOCIALPROFILE;TYPE=mastodon;PREF=1:https://example.org/a\\;b", "KIND:individual",
                "MEMBER:urn:uuid:1",
            ]
        )
        #expect(contact.dates == [ContactValue("2009-06-13", types: ["Boat trip"]), ContactValue("--05-06")])
        #expect(contact.relations.map(\.types) == [["spouse"], ["Old friend"]])
        #expect(contact.messengers.map(\.types) == [["aim", "home"], ["Own words"]])
        #expect(contact.profiles.first?.value == "https://example.org/a;b")
        let before = contact.lines
        (contact.dates, contact.kind) = (contact.dates, "individual")
        #expect(contact.lines == before)
        (contact.dates, contact.relations, contact.messengers, contact.profiles) = ([], [], [], [])
        (contact.kind, contact.members) = (nil, [])
        #expect(contact.lines == ["item7.X-A:1"])
    }

    @Test func `lines that say one thing twice are one value, and go together`() {
        var contact = contact(["IMPP;X-SERVICE-TYPE=AIM:aim:ada", "X-AIM:ada", "X-ICQ:1"])
        #expect(contact.messengers.map(\.value) == ["aim:ada", "1"])
        contact.messengers.removeFirst()
        #expect(contact.lines == ["X-ICQ:1"])
    }

    @Test func `an anniversary beside the one in the field is a date`() {
        var contact = contact(["item1.X-ABDATE:2001-02-03", "item1.X-ABLabel:_$!<Anniversary>!$_"])
        #expect(contact.dates == [ContactValue("2001-02-03", types: ["anniversary"])])
        contact.anniversary = "2001-02-03"
        #expect(contact.dates.isEmpty)
        #expect(ContactEdit { $0.anniversary = "" }.applied(to: contact) == self.contact())
    }
}

@Suite struct CardStatementTests {
    private func statement(_ text: String, label: String? = nil) throws -> CardStatement? {
        CardStatement(try #require(VCardLine(text: text)), label: label)
    }

    @Test(arguments: [
        ("X-FOO:1", nil, []), ("X-ABShowAs:PERSON", nil, []), ("X-ABDATE:", nil, []), ("X-ANDROID-CUSTOM:x", nil, []),
        ("TEL:1", nil, []), ("X-ANDROID-CUSTOM:a/b;c;d", nil, []), ("X-ABDATE;VALUE=date:20090613", "2009-06-13", []),
        ("RELATED;TYPE=friend,pref:urn:uuid:1", "urn:uuid:1", ["friend"]),
        ("X-MS-MANAGER:Jane\\, Dr.", "Jane, Dr.", ["manager"]), ("X-MANAGERSNAME:J", "J", ["manager"]),
        ("IMPP;X-SERVICE-TYPE=Skype;type=WORK:skype:ada", "skype:ada", ["skype", "work"]),
        ("IMPP:xmpp\\:ada@example.org", "xmpp:ada@example.org", []), ("X-ICQ;HOME=1:123", "123", ["icq"]),
        ("X-SKYPE-USERNAME:ada", "ada", ["skype"]), ("X-SOCIALPROFILE;type=twitter;x-user=ada:", "ada", ["twitter"]),
        ("SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://example.org/@ada", "https://example.org/@ada", ["mastodon"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Jane;0;Boss;;", "Jane", ["Boss"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2012-05-06;2;", "2012-05-06", []),
    ])
    func `a line of a dialect says a value with its types, or nothing`(line: String, value: String?, types: [String])
        throws
    {
        let statement = try statement(line)
        #expect(statement?.value.value == value)
        #expect(statement?.value.types ?? [] == types)
    }

    @Test func `two lines about one address of a messenger have one identity`() throws {
        let pairs = [
            ("IMPP;X-SERVICE-TYPE=AIM:aim:ada", "X-AIM;type=HOME:Ada"), ("IMPP:ymsgr:ada", "X-YAHOO:ada"),
            ("IMPP;X-SERVICE-TYPE=QQ:x-apple:1", "X-QQ:1"),
        ]
        for (one, other) in pairs { #expect(try statement(one)?.identity == statement(other)?.identity, "\(one)") }
        #expect(try statement("X-AIM:ada")?.identity != statement("X-ICQ:ada")?.identity)
    }

    @Test func `built-in labels are words, others are the user's`() throws {
        var labels = CardLabels()
        labels.take(try #require(VCardLine(text: "item1.X-ABLabel:_$!<HomePage>!$_")))
        labels.take(try #require(VCardLine(text: "ITEM2.X-ABLABEL:My\\, boat")))
        for (group, label) in [("Item1", "homepage"), ("item2", "My, boat"), (nil, nil)] as [(String?, String?)] {
            #expect(labels.label(of: VCardLine("TEL", group: group, value: "1")) == label)
        }
        #expect(CardLabels.value("other") == "_$!<Other>!$_")
        #expect(CardLabels.value("a,b") == "a\\,b")
    }
}
