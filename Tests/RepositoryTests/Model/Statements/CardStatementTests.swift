import Testing
import VCard

@testable import Repository

@Suite struct CardStatementTests {
    private func statement(_ text: String, label: String? = nil) throws -> CardStatement? {
        CardStatement(try #require(VCardLine(text: text)), label: label)
    }

    @Test(arguments: [
        ("X-ABDATE;VALUE=date:20090613", "2009-06-13", []),
        ("RELATED;TYPE=friend,pref:urn:uuid:1", "urn:uuid:1", ["friend"]),
        ("X-MS-MANAGER:Jane\\, Dr.", "Jane, Dr.", ["manager"]), ("X-MANAGERSNAME:J", "J", ["manager"]),
        ("IMPP;X-SERVICE-TYPE=Skype;type=WORK:skype:ada", "skype:ada", ["skype", "work"]),
        ("IMPP:xmpp\\:ada@example.org", "xmpp:ada@example.org", []),
        ("X-ICQ;HOME=1:123", "123", ["icq"]), ("X-SKYPE-USERNAME:ada", "ada", ["skype"]),
        ("X-SOCIALPROFILE;type=twitter;x-user=ada:", "ada", ["twitter"]),
        ("SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://example.org/@ada", "https://example.org/@ada", ["mastodon"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Jane;0;Boss;;", "Jane", ["Boss"]),
        ("X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2012-05-06;2;", "2012-05-06", []),
    ])
    func `a line of a dialect says a value with its types`(line: String, value: String, types: [String]) throws {
        let statement = try #require(try statement(line))
        #expect(statement.value.value == value)
        #expect(statement.value.types == types)
    }

    @Test(arguments: [
        "X-FOO:1", "X-ABShowAs:PERSON", "X-ABDATE:", "X-ANDROID-CUSTOM:x", "TEL:1", "X-ANDROID-CUSTOM:a/b;c;d",
    ])
    func `another line says nothing`(line: String) throws {
        #expect(try statement(line) == nil)
    }

    @Test func `the name of a line has neither its group nor its parameters`() {
        #expect(CardStatement.name(of: "item1.x-abdate;type=pref:1") == "X-ABDATE")
        #expect(CardStatement.name(of: "PHOTO:AAAA") == "PHOTO")
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
        #expect(labels.label(of: VCardLine("TEL", group: "Item1", value: "1")) == "homepage")
        #expect(labels.label(of: VCardLine("TEL", group: "item2", value: "1")) == "My, boat")
        #expect(labels.label(of: VCardLine("TEL", value: "1")) == nil)
        #expect(CardLabels.value("other") == "_$!<Other>!$_")
        #expect(CardLabels.value("a,b") == "a\\,b")
    }
}
