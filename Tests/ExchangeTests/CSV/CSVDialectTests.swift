import Repository
import Testing

@testable import Exchange

@Suite struct CSVDialectTests {
    /// The only contact of a file with the columns and one record.
    private func contact(_ header: String, _ record: String) throws -> Contact {
        let file = ParsedFile(.csv, header + "\n" + record + "\n")
        #expect(file.problems.isEmpty && file.notices.isEmpty)
        return try #require(file.contacts.first)
    }

    @Test func `the file of Google of today`() throws {
        let contact = try contact(
            """
            First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,\
            Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,\
            Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,\
            Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,\
            Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,\
            Address 1 - Extended Address,Address 2 - Label,Address 2 - Formatted,Relation 1 - Label,Relation 1 - Value,\
            Website 1 - Label,Website 1 - Value,Event 1 - Label,Event 1 - Value,Event 2 - Label,Event 2 - Value,\
            Custom Field 1 - Label,Custom Field 1 - Value
            """,
            """
            Ada,K,Lovelace,Eida,,,Dr,PhD,Al,"Lovelace, Ada",Acme,Boss,R&D,1815-12-10,n,https://e.org/p,\
            Friends ::: * myContacts ::: * starred,* Home,a@b.c ::: a@c.d,Work,w@b.c,Mobile,+1,Work Fax,+2,Home,\
            "1 Rd\nLondon",1 Rd,London,7,LDN,N1,UK,Flat 2,Other,"2 Rd\nParis",Spouse,William,Blog,https://x.y,\
            Anniversary, 1835-07-08,First met, --01-02,Shoe size,38
            """
        )
        #expect(contact.name == PersonName(title: "Dr", first: "Ada", middle: "K", last: "Lovelace", suffix: "PhD"))
        #expect(
            contact.emails == [
                ContactValue("a@b.c", types: ["home"], isPreferred: true), ContactValue("a@c.d", types: ["home"]),
                ContactValue("w@b.c", types: ["work"]),
            ]
        )
        #expect(contact.phones == [ContactValue("+1", types: ["cell"]), ContactValue("+2", types: ["work", "fax"])])
        var address = PostalAddress(street: "1 Rd", city: "London", state: "LDN", postcode: "N1", country: "UK")
        (address.poBox, address.extended) = ("7", "Flat 2")
        #expect(
            contact.addresses == [
                ContactAddress(address, types: ["home"]), ContactAddress(PostalAddress(street: "2 Rd\nParis")),
            ]
        )
        #expect(contact.photo == .uri("https://e.org/p"))
        #expect(contact.urls == ["https://x.y"])
        #expect(contact.urlLabels == ["https://x.y": "Blog"])
        #expect(contact.categories == ["Friends"] && contact.isFavorite)
        #expect(contact.nickname == "Al" && contact.organization == "Acme" && contact.jobTitle == "Boss")
        #expect(contact.organizationUnits == ["R&D"])
        #expect(contact.birthday == "1815-12-10")
        #expect(contact.anniversary == "1835-07-08")
        #expect(
            contact.lines == [
                "X-PHONETIC-FIRST-NAME:Eida", "item1.X-ABRELATEDNAMES:William", "item1.X-ABLABEL:_$!<Spouse>!$_",
                "item2.URL:https://x.y", "item2.X-ABLABEL:Blog", "item3.X-ABDATE:--01-02",
                "item3.X-ABLABEL:First met", "X-SHOE-SIZE:38", "X-FILE-AS:Lovelace\\, Ada",
            ]
        )
    }

    @Test func `the file of Google of before`() throws {
        let contact = try contact(
            """
            Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Name Prefix,Name Suffix,Birthday,\
            Occupation,Group Membership,E-mail 1 - Type,E-mail 1 - Value,IM 1 - Type,IM 1 - Service,IM 1 - Value,\
            Phone 1 - Type,Phone 1 - Value,Organization 1 - Type,Organization 1 - Name,Organization 1 - Title,\
            Organization 1 - Department
            """,
            """
            Ada Lovelace,Ada,,Lovelace,,,,,--12-10,Poet,* My Contacts ::: Maths,* Work,a@b.c,Other,Skype,ada.l,Mobile,+1,,\
            Acme,Boss,R&D
            """
        )
        #expect(contact.name == PersonName(first: "Ada", last: "Lovelace"))
        #expect(contact.categories == ["Maths"])
        #expect(contact.birthday == "--12-10")
        #expect([contact.role, contact.organization, contact.jobTitle] == ["Poet", "Acme", "Boss"])
        #expect(contact.organizationUnits == ["R&D"])
        #expect(contact.lines == ["IMPP;X-SERVICE-TYPE=Skype:skype:ada.l"])
    }

    @Test func `an address of Exchange in a file of Outlook is kept apart`() throws {
        let contact = try contact(
            "First Name,Business Street,E-mail Address,E-mail Type,E-mail 2 Address,E-mail 2 Type,Private",
            "Ada,1 Rd,a@b.c,SMTP,/o=ex/cn=ada,EX,FALSE"
        )
        #expect(contact.emails == [ContactValue("a@b.c")])
        #expect(contact.lines == ["X-EXCHANGE-ADDRESS:/o=ex/cn=ada"])
    }

    @Test func `a whole address in one column is its street`() throws {
        let whole = try contact("First Name,E-mail Address,Home Address,Mobile Phone", "Ada,a@b.c,\"1 Rd\nLondon\",+1")
        #expect(whole.addresses == [ContactAddress(PostalAddress(street: "1 Rd\nLondon"), types: ["home"])])
    }

    @Test func `the file of Yahoo, in which Home is a number and Title a job`() throws {
        let contact = try contact(
            """
            First,Last,Email,Category,Messenger ID,Home,Work,Mobile,Yahoo! Phone,Alternate Email 1,Title,Company,\
            Home Address,Home City,Work ZIP,Birthday,Comments
            """,
            "Ada,Lovelace,a@b.c,Maths,ada9,+1,+2,+3,+4,d@e.f,Boss,Acme,1 Rd,London,N1,1815-12-10,n"
        )
        #expect(contact.name == PersonName(first: "Ada", last: "Lovelace"))
        #expect(contact.jobTitle == "Boss")
        #expect(contact.phones.map(\.types) == [["home"], ["work"], ["cell"], []])
        #expect(contact.emails.map(\.value) == ["a@b.c", "d@e.f"])
        #expect(contact.addresses.map(\.address.street) == ["1 Rd", nil])
        #expect(contact.note == "n")
        #expect(contact.lines == ["IMPP:ymsgr:ada9"])
    }
}
