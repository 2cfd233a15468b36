import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct LDIFTests {
    @Test func `a file of Thunderbird is read, and its lists are groups`() throws {
        let file = ParsedFile(
            .ldif,
            """
            version: 1

            # a comment
             that goes on
            dn: cn=Ada Lovelace,mail=a@b.c
            objectclass: top
            objectclass: person
            givenName: Ada
            sn: Lovelace
            cn: Ada Lovelace
            mail: A@b.c
            mozillaSecondEmail: d@e.f
            telephoneNumber: +1
            homePhone: +2
            mobile: +3
            fax: +4
            pager: +5
            mozillaHomeStreet: 1 Rd
            mozillaHomeLocalityName: London
            street: 2 Rd
            l: Paris
            o: Acme
            ou: R&D
            title: Boss
            birthyear: 1815
            birthmonth: 12
            birthday: 10
            mozillaWorkUrl: https://x.y
            description:: w6QKw7Y=
            notes: more
            mozillaCustom1: bl
             ue
            jpegPhoto:< file:///etc/passwd

            dn: cn=Maths
            objectclass: groupOfNames
            cn: Maths
            member: cn=Ada Lovelace,mail=a@b.c
            member: cn=Eve\\, Jr,mail=e@b.c

            dn: ou=people
            objectclass: organizationalUnit
            """
        )
        #expect(file.problems.isEmpty)
        #expect(file.contacts.count == 2)
        let ada = try #require(file.contacts.first)
        #expect(ada.name == PersonName(first: "Ada", last: "Lovelace"))
        #expect(ada.emails.map(\.value) == ["A@b.c", "d@e.f"])
        #expect(ada.phones.map(\.types) == [["work"], ["home"], ["cell"], ["fax"], ["pager"]])
        #expect(ada.addresses.map(\.types) == [["home"], ["work"]])
        #expect(ada.birthday == "1815-12-10")
        #expect(ada.note == "ä\nö\nmore")
        #expect(ada.lines == ["X-MOZILLACUSTOM1:blue"])
        #expect(ada.photo == nil)
        #expect(ada.categories == ["Maths"])
        #expect(file.contacts[1].emails.map(\.value) == ["e@b.c"])
        #expect(file.contacts[1].categories == ["Maths"])
    }

    @Test(arguments: [
        "member: cn=ADA LOVELACE,mail=ADA@B.C", "MEMBER: CN=ada lovelace, Mail=ada@b.C",
        "uniqueMember: UID=ADA, OU=people,DC=example", "member: uid=ada,ou=People,dc=Example",
    ])
    func `a member is found by its address or the name of its entry, in any case`(member: String) {
        let file = ParsedFile(
            .ldif,
            """
            dn: uid=ada,ou=People,dc=example
            objectClass: Person
            cn: Ada Lovelace
            mail: Ada@b.c

            DN: cn=Maths,ou=People
            OBJECTCLASS: GroupOfNames
            CN: Maths
            \(member)

            dn: cn=More
            objectclass: groupofuniquenames
            cn: More
            member: cn=Maths,ou=people

            """
        )
        #expect(file.contacts.first?.categories == ["Maths"])
        #expect(file.contacts.map(\.name.first) == ["Ada", "Maths"])
    }

    @Test func `entries without a name are told, and what is too large too`() {
        let file = ParsedFile(.ldif, "dn: cn=x\nobjectclass: person\nx: y\n\nmail: a@b.c\n\ndn: cn=y\ncn: Y\n")
        #expect(file.problems == ["1: the entry has no name, address or number", "5: the entry has no dn"])
        #expect(file.contacts.map(\.name.first) == ["Y"])
        let long = "dn: cn=x\ncn: X\n" + String(repeating: " \(String(repeating: "x", count: 99_999))\n", count: 90)
        #expect(
            ParsedFile(.ldif, long + "\ndn: cn=y\ncn: Y\n").problems == ["1: the entry is larger than 8388608 bytes"]
        )
    }

    @Test func `the own file comes back unchanged, in short lines of ASCII`() throws {
        var contact = Contact.complete
        contact.uid = "urn:uuid:7"
        contact.note = " one\ntwo " + String(repeating: "three ", count: 40)
        contact.organization = "Smith, Jones & Co"
        contact.photo = .data(mediaType: "image/jpeg", base64: "AAECAw==")
        let notes = [" blank", ": colon", "< link", "blank ", "#no comment", "plain: < text"]
        let others = notes.indices.map { index in
            Contact.made("\(index)") { ($0.name.first, $0.note, $0.nickname) = ("Ada", notes[index], notes[index]) }
        }
        let text = written([contact] + others, by: LDIFFormat(isForTerminal: false))
        #expect(text.utf8.allSatisfy { $0 < 0x7F })
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 })
        #expect(text.hasPrefix("dn:: "))
        #expect(text.contains("\nmail: zoe.dargent@example.com\n"))
        #expect(text.contains("\nhomePhone: 075 123 45 67\n"))
        let again = ParsedFile(.ldif, text).contacts
        #expect(again.first?.stored(like: contact) == contact)
        #expect(again.dropFirst().map(\.note) == notes && again.dropFirst().map(\.nickname) == notes)
        // Other readers take a blank for the gap behind the colon, and “<” for a link to a file (RFC 2849).
        #expect(!text.split(separator: "\n").contains { $0.prefixMatch(of: /[\w-]+: [ :<]/) != nil })
    }
}
