import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct AbookFormatTests {
    @Test func `the own file comes back unchanged, with everything that abook does not know`() throws {
        var contact = Contact.complete
        contact.uid = "urn:uuid:7"
        contact.note = "one\ntwo % three"
        contact.categories = ["a,b", "c"]
        contact.emails.append(ContactValue("second@example.com", types: ["work"]))
        let text = written([contact, contact], by: AbookFormat(isForTerminal: false))
        #expect(text.hasPrefix("# abook addressbook file\n\n[format]\nprogram=abook\nversion=0.6.1\n\n\n[0]\nname="))
        #expect(text.contains("\nemail=zoe.dargent@example.com,second@example.com\n"))
        #expect(text.contains("\nphone=075 123 45 67\n"))
        #expect(text.contains("\nmobile=079 765 43 21\n"))
        #expect(text.contains("\n[1]\n"))
        let file = ParsedFile(.abook, text)
        #expect(file.contacts.count == 2)
        #expect(file.contacts.first?.stored(like: contact) == contact)
    }

    @Test func `a file of abook itself is read, and an edited export as it is now`() throws {
        let file = ParsedFile(
            .abook,
            """
            # abook addressbook file

            [format]
            program=abook
            version=0.6.1

            [0]
            name=Ada Lovelace
            email=a@b.c,d@e.f
            address=1 Rd
            address2=Flat 2
            city=London
            zip=N1
            phone=+1
            workphone=+2
            fax=+3
            mobile=+4
            nick=Al
            url=https://x.y
            notes=n
            anniversary=1835-07-08
            groups=maths,friends
            custom1=blue

            [1]
            nick=
            notes=only

            [2]
            name=Eve King
            x_uid=urn:uuid:9
            x_first_name=Eve
            x_last_name=Hopper
            """
        )
        let ada = try #require(file.contacts.first)
        #expect(ada.name == PersonName(first: "Ada", last: "Lovelace"))
        #expect(ada.emails.map(\.value) == ["a@b.c", "d@e.f"])
        #expect(ada.addresses.first?.address.extended == "Flat 2")
        #expect(ada.phones.map(\.types) == [["home"], ["work"], ["fax"], ["cell"]])
        #expect(ada.anniversary == "1835-07-08")
        #expect(ada.categories == ["maths", "friends"])
        #expect(ada.lines == ["X-CUSTOM1:blue"])
        #expect(file.contacts.last?.name.last == "King")
        #expect(file.contacts.last?.uid == "urn:uuid:9")
        #expect(file.problems == ["25: the entry has no name, address or number"])
    }
}
