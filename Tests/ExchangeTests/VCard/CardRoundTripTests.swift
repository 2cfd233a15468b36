import Foundation
import Repository
import Testing
import VCard

@testable import Exchange

@Suite struct CardRoundTripTests {
    /// Cards that other programs write, and some made to be hard.
    static let cards = [
        """
        BEGIN:VCARD
        VERSION:3.0
        UID:abc-123
        N:Doe;John;Q.\\, Public;Dr.;Jr.
        FN:Dr. John Q. Public Doe Jr.
        EMAIL;TYPE=INTERNET,WORK,PREF:john@work.example
        EMAIL;TYPE=home:john@home.example
        item1.TEL:+1-555-9999
        item1.X-ABLabel:Boat
        ADR;TYPE=HOME:;;1 Main St\\nApt 2;Springfield;IL;62701;USA
        BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29
        ORG:ACME\\, Inc.;R&D
        X-CUSTOM;FOO="a,b":weird\\;value
        NOTE:line one\\nline two
        NOTE:a second note
        PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ
        CATEGORIES:friends,"work"\\, late
        REV:2020-01-02T03:04:05Z
        END:VCARD
        """,
        """
        BEGIN:VCARD
        VERSION:4.0
        FN:Only A Name
        TEL;VALUE=uri;PREF=1;TYPE="voice,home":tel:+49-30-1234
        TEL;PID=1.1;TYPE=cell:0123
        BDAY:--0412
        ANNIVERSARY:20090808T1430-0500
        RELATED;TYPE=friend:urn:uuid:f81d4fae
        GENDER:O;it's complicated
        PRONOUNS;LANGUAGE=en;PREF=1:xe/xir
        PRONOUNS;ALTID=1;LANGUAGE=de:dey/denen
        URL;TYPE=work:https://example.org/?a=b;c,d
        GEO:geo:46.77,-71.21
        LANG;PREF=1:fr
        KEY;MEDIATYPE=application/pgp-keys:https://example.org/key
        END:VCARD
        """,
        """
        BEGIN:VCARD
        VERSION:2.1
        N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6rg
        TEL;CELL;PREF:0123
        X-MS-OL-DESIGN;CHARSET=utf-8:<card xmlns="x"/>
        END:VCARD
        """,
        """
        BEGIN:VCARD
        VERSION:4.0
        ORG:Société Générale;;Unit
        FN:Société Générale
        KIND:org
        BDAY;VALUE=text:circa 1800
        NICKNAME:a,b\\,c
        PRONOUNS:they/them
        EMAIL:
        N:;;;;
        ADR;LABEL="one\\ntwo";GEO="geo:1,2":;;;;;;
        END:VCARD
        """,
    ]

    private func contacts(_ text: String) -> [Contact] {
        var parser = VCardContactParser()
        return ParsedFile(&parser, Array(text.replacing("\n", with: "\r\n").utf8)).contacts
    }

    private func vcard(of contact: Contact, _ version: VCardVersion) -> String {
        var bytes: [UInt8] = []
        VCardWriter(version: version).append(CardFromContact.card(contact), to: &bytes)
        return String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    @Test(arguments: cards, VCardVersion.allCases)
    func `import, export, import keeps all, and writes the same again`(card: String, version: VCardVersion) throws {
        var first = try #require(contacts(card).first)
        first.id = ContactID(rawValue: "00000000-0000-0000-0000-000000000001")
        // What was written says the identifier, too.
        first.uid = first.uid ?? "urn:uuid:\(first.id)"
        let text = vcard(of: first, version)
        var second = try #require(contacts(text).first)
        second.id = first.id
        #expect(vcard(of: second, version) == text)
        #expect(Set(second.lines.compactMap(Self.name)) == Set(first.lines.compactMap(Self.name)), "\(text)")
        // A line has the form of the version that it was read in.
        second.lines = first.lines
        #expect(second == first, "\(text)")
    }

    /// The name of an unknown property, in any version.
    private static func name(_ line: String) -> String? {
        VCardLine(text: line).map(\.nameInNewVersion).flatMap { CardFromContact.ranks[$0] == nil ? $0 : nil }
    }

    @Test(arguments: cards)
    func `a card of version 3 or 4 is written back line by line as it came`(card: String) throws {
        guard !card.contains("VERSION:2.1") else { return }
        let contact = try #require(contacts(card).first)
        let text = vcard(of: contact, card.contains("VERSION:3.0") ? .v3 : .v4)
        let lines = Set(text.replacing("\n ", with: "").split(separator: "\n"))
        // An address without a part is none, and so is a property without a value.
        let empty = ["EMAIL:", "N:;;;;", "ADR;LABEL"]
        for line in card.split(separator: "\n") where !empty.contains(where: line.hasPrefix) {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test func `fields have the values of the card`() throws {
        let contact = try #require(contacts(Self.cards[0]).first)
        #expect(contact.uid == "abc-123")
        #expect(contact.name.middle == "Q., Public")
        #expect(contact.emails.first == ContactValue("john@work.example", types: ["work"], isPreferred: true))
        #expect(contact.birthday == "--02-29")
        #expect(contact.organization == "ACME, Inc." && contact.organizationUnits == ["R&D"])
        #expect(contact.address.street == "1 Main St\nApt 2")
        #expect(contact.note == "line one\nline two")
        #expect(contact.categories == ["friends", "\"work\", late"])
        #expect(contact.photo == .data(mediaType: "image/jpeg", base64: "/9j/4AAQ"))
    }

    @Test func `pronouns are a field, and lines that say more are kept`() throws {
        let several = try #require(contacts(Self.cards[1]).first)
        #expect(several.pronouns == "xe/xir")
        #expect(several.lines.filter { $0.hasPrefix("PRONOUNS") }.count == 2)
        var one = try #require(contacts(Self.cards[3]).first)
        #expect(one.pronouns == "they/them")
        #expect(!one.lines.contains { $0.hasPrefix("PRONOUNS") })
        #expect(vcard(of: one, .v4).contains("\nPRONOUNS:they/them\n"))
        #expect(vcard(of: one, .v3).contains("\nX-PRONOUNS:they/them\n"))
        #expect(written([one], by: JCardFormat(isForTerminal: false)).contains(#"["pronouns",{},"text","they/them"]"#))
        one.pronouns = nil
        #expect(!vcard(of: one, .v4).contains("PRONOUNS"))
    }
}
