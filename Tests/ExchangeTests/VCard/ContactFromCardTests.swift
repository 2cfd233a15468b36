import Foundation
import Primitives
import Repository
import Testing
import VCard

@testable import Exchange

@Suite struct ContactFromCardTests {
    private func contact(_ lines: String, version: String = "3.0") throws -> Contact {
        let card = "BEGIN:VCARD\nVERSION:\(version)\n\(lines)\nEND:VCARD\n"
        return try #require(ParsedFile(.vcard, card).contacts.first, "\(lines)")
    }

    private func written(_ contact: Contact, _ version: VCardVersion = .v3) -> [String] {
        var bytes: [UInt8] = []
        VCardWriter(version: version).append(CardFromContact.card(contact), to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "")
        return text.split(separator: "\r\n").map(String.init)
    }

    static let apple = """
        N:Doe;Jane;;;
        FN:Jane Doe
        ORG:Apple Inc.;
        EMAIL;type=INTERNET;type=HOME;type=pref:jane@example.org
        item1.EMAIL;type=INTERNET:boat@example.org
        item1.X-ABLabel:On the boat
        TEL;type=CELL;type=VOICE;type=pref:(212) 204-3456
        item2.ADR;type=WORK:;;1 Main St;Town;;;
        item2.X-ABADR:us
        item3.URL;type=pref:http\\://example.org
        item3.X-ABLabel:_$!<HomePage>!$_
        BDAY;value=date:1980-03-21
        item4.X-ABDATE;type=pref:2005-06-07
        item4.X-ABLabel:_$!<Anniversary>!$_
        item5.X-ABDATE:2009-06-13
        item5.X-ABLabel:Graduation
        item6.X-ABRELATEDNAMES;type=pref:Bob
        item6.X-ABLabel:_$!<Spouse>!$_
        X-SOCIALPROFILE;type=twitter;x-user=jane:http://twitter.com/jane
        IMPP;X-SERVICE-TYPE=Jabber;type=HOME;type=pref:xmpp:jane@example.org
        X-JABBER;type=HOME;type=pref:jane@example.org
        X-ABShowAs:COMPANY
        """

    @Test func `what Apple writes is in the fields, and is written back line by line as it came`() throws {
        let contact = try contact(Self.apple)
        #expect(contact.organization == "Apple Inc." && contact.organizationUnits.isEmpty)
        #expect(contact.emails.map(\.types) == [["home"], ["On the boat"]])
        #expect(contact.urls == ["http://example.org"])
        #expect(contact.anniversary == "2005-06-07")
        #expect(contact.dates == [ContactValue("2009-06-13", types: ["Graduation"])])
        #expect(contact.relations == [ContactValue("Bob", types: ["spouse"], isPreferred: true)])
        #expect(contact.profiles == [ContactValue("http://twitter.com/jane", types: ["twitter"])])
        #expect(
            contact.messengers == [ContactValue("xmpp:jane@example.org", types: ["jabber", "home"], isPreferred: true)]
        )
        #expect(contact.kind == "org")
        let lines = Set(written(contact))
        for line in Self.apple.split(separator: "\n") { #expect(lines.contains(String(line)), "\(line)") }
        #expect(lines.count == Self.apple.split(separator: "\n").count + 4, "and nothing but BEGIN, VERSION, UID, END")
    }

    @Test func `an edit changes the lines that say what it changed, and no others`() throws {
        let old = try contact(Self.apple)
        var edit = ContactEdit()
        (edit.dates, edit.anniversary) = ([ContactValue("2010-01-01", types: ["First boat"])], "2006-06-06")
        (edit.relations, edit.messengers) = ([], [])
        edit.emails = [old.emails[0], ContactValue("boat@example.org")]
        let lines = Set(written(edit.applied(to: old)))
        let before = Set(written(old))
        #expect(
            before.subtracting(lines) == [
                "item5.X-ABDATE:2009-06-13", "item5.X-ABLabel:Graduation", "item6.X-ABRELATEDNAMES;type=pref:Bob",
                "item6.X-ABLabel:_$!<Spouse>!$_", "item4.X-ABDATE;type=pref:2005-06-07",
                "item4.X-ABLabel:_$!<Anniversary>!$_", "item1.X-ABLabel:On the boat",
                "IMPP;X-SERVICE-TYPE=Jabber;type=HOME;type=pref:xmpp:jane@example.org",
                "X-JABBER;type=HOME;type=pref:jane@example.org",
            ]
        )
        let new = lines.subtracting(before)
        #expect(new.contains("X-ANNIVERSARY:2006-06-06"))
        #expect(new.contains { $0.hasSuffix(".X-ABDATE:2010-01-01") })
        #expect(new.contains { $0.hasSuffix(".X-ABLabel:First boat") })
        #expect(new.count == 3)
    }

    @Test func `what phones write in version 2.1 is in the fields`() throws {
        let contact = try contact(
            """
            N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=
            =C3=B6rg
            TEL;CELL;PREF:1
            TEL;X-CUSTOM(CHARSET=UTF-8,ENCODING=QUOTED-PRINTABLE,=C3=9C):2
            BDAY:19800321
            X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Al;1;;;;;;;;;;;;;
            X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2012-05-06;1;;;;;;;;;;;;;
            X-ANDROID-CUSTOM:vnd.android.cursor.item/contact_event;2012-05-07;0;Move;;;;;;;;;;;;
            X-ANDROID-CUSTOM:vnd.android.cursor.item/relation;Jane;14;;;;;;;;;;;;;
            X-AIM:al
            """,
            version: "2.1"
        )
        #expect(contact.name.first == "Jörg")
        #expect(
            contact.phones == [ContactValue("1", types: ["cell"], isPreferred: true), ContactValue("2", types: ["Ü"])]
        )
        #expect(contact.birthday == "1980-03-21")
        #expect(contact.nickname == "Al")
        #expect(contact.anniversary == "2012-05-06")
        #expect(contact.dates == [ContactValue("2012-05-07", types: ["Move"])])
        #expect(contact.relations == [ContactValue("Jane", types: ["spouse"])])
        #expect(contact.messengers == [ContactValue("al", types: ["aim"])])
        let lines = written(contact)
        #expect(lines.contains("X-ANDROID-CUSTOM:vnd.android.cursor.item/nickname;Al;1;;;;;;;;;;;;;"))
        #expect(!lines.contains { $0.hasPrefix("NICKNAME") || $0.contains("ANNIVERSARY") })
    }

    @Test(arguments: [
        ("X-EVOLUTION-SPOUSE:Jane", "spouse"), ("X-KADDRESSBOOK-X-ManagersName:Jane", "manager"),
        ("X-ASSISTANT:Jane", "assistant"), ("RELATED;TYPE=friend;VALUE=text:Jane", "friend"),
    ])
    func `relations of other programs are relations`(line: String, type: String) throws {
        let contact = try contact("FN:A B\n" + line, version: "4.0")
        #expect(contact.relations == [ContactValue("Jane", types: [type])])
        #expect(written(contact, .v4).contains(line))
    }

    @Test(arguments: [
        ("X-EVOLUTION-ANNIVERSARY:2001-02-03", "2001-02-03"), ("X-KADDRESSBOOK-X-Anniversary:2001-02-03", "2001-02-03"),
        ("item1.X-ABDATE:2001-02-03\nitem1.X-ABLabel:_$!<Anniversary>!$_\nANNIVERSARY:20090909", "2009-09-09"),
        ("ANNIVERSARY:20010203\nX-EVOLUTION-ANNIVERSARY:2001-02-03", "2001-02-03"),
    ])
    func `an anniversary has one property that comes first`(lines: String, date: String) throws {
        let contact = try contact("FN:A\n" + lines, version: "4.0")
        #expect(contact.anniversary == date)
        for line in lines.split(separator: "\n") { #expect(written(contact, .v4).contains(String(line)), "\(line)") }
    }

    @Test(arguments: [
        ("FN:van Gogh\\, Vincent", "Vincent", "van Gogh"), ("FN:Vincent van Gogh", "Vincent", "van Gogh"),
        ("FN:Ada King Lovelace", "Ada King", "Lovelace"), ("FN:Martin King\\, Jr.", "Martin", "King"),
        ("FN:Acme Inc.\nORG:Acme Inc.", nil, nil), ("FN:Acme Inc.\nKIND:org", nil, nil), ("FN:+41 44 000", nil, nil),
        ("FN:a@example.org\nEMAIL:a@example.org", nil, nil), ("FN:Ada Lovelace\nN:;;;;", nil, nil),
    ])
    func `a name without parts is split, and none is invented`(lines: String, first: String?, last: String?) throws {
        let contact = try contact(lines, version: "4.0")
        #expect(contact.name.first == first)
        #expect(contact.name.last == last)
        let written = written(contact, .v4)
        #expect(written.contains { $0.hasPrefix("N:") } == (first != nil || lines.contains("\nN:")), "\(written)")
        #expect(written.contains(String(lines.split(separator: "\n")[0])))
        if first == nil { #expect(self.written(contact, .v3).contains("N:;;;;")) }
    }

    @Test func `a value without a type gets none`() throws {
        let contact = try contact("FN:A\nTEL:1\nEMAIL:a@example.org\nADR:;;Street;;;;", version: "4.0")
        for version in VCardVersion.allCases { #expect(!written(contact, version).contains { $0.contains("TYPE") }) }
    }

    @Test func `a card with nothing but an address, a note or a messenger is a contact`() throws {
        #expect(try contact("ADR:;;Street;;;;").addresses.count == 1)
        #expect(try contact("NOTE:x").note == "x")
        #expect(try contact("IMPP:xmpp:a@example.org").messengers.count == 1)
        let bare = ParsedFile(.vcard, "BEGIN:VCARD\nVERSION:3.0\nUID:1\nEND:VCARD\n")
        #expect(bare.contacts.count + bare.problems.count == 1)
    }

    /// Cards of about the given size that cost more than their size in a careless reader.
    static let worst: [@Sendable (Int) -> String] = [
        { size in "CATEGORIES:" + (0..<size / 6).map { "c\($0)" }.joined(separator: ",") },
        { size in (0..<size / 20).map { "TEL;X-A=1:\($0)" }.joined(separator: "\n") },
        { size in (0..<size / 20).map { _ in "item1.TEL:1\nitem1.X-ABLabel:x" }.joined(separator: "\n") },
        { size in (0..<size / 20).map { "X-AIM:\($0)\nIMPP:aim:\($0)" }.joined(separator: "\n") },
    ]

    @Test(arguments: worst.indices)
    func `four times the lines take four times the steps`(index: Int) throws {
        func steps(_ size: Int) throws -> Int? {
            let text = "FN:A\n" + Self.worst[index](size)
            return try WorkCount.steps { _ = written(try contact(text)) }
        }
        guard let small = try steps(8_000), let large = try steps(32_000) else { return }
        #expect(small > 200)
        #expect(large < 5 * small, "\(small) and \(large)")
    }
}
