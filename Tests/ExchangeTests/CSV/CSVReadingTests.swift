import Repository
import Testing

@testable import Exchange

@Suite struct CSVReadingTests {
    private func contact(_ header: String, _ record: String) throws -> Contact {
        try #require(ParsedFile(.csv, header + "\n" + record + "\n").contacts.first)
    }

    @Test func `how a contact is filed is its name only where it has no other`() throws {
        #expect(try contact("File As,E-mail 1 - Value", "Ada,a@b.c").name.first == "Ada")
        let named = try contact("First Name,File As,E-mail 1 - Value", "Ada,\"L, A\",a@b.c")
        #expect(named.name == PersonName(first: "Ada"))
        #expect(named.lines == ["X-FILE-AS:L\\, A"])
    }

    @Test func `a whole name without parts in a file of this program stays without parts`() throws {
        let header = "uid,first_name,last_name,full_name,email_1,email_1_types,phone_1,phone_1_types"
        #expect(try contact(header, "u1,,,Maths Friends,,,,").name == PersonName(formatted: "Maths Friends"))
        #expect(try contact("Name,E-mail 1 - Value", "Ada Lovelace,a@b.c").name.last == "Lovelace")
    }

    @Test func `a birthday in three columns may lack its year`() throws {
        let header = "Display Name,Primary Email,Birth Year,Birth Month,Birth Day"
        #expect(try contact(header, "Ada,a@b.c,1815,12,10").birthday == "1815-12-10")
        #expect(try contact(header, "Ada,a@b.c,,2,29").birthday == "--02-29")
        #expect(try contact(header, "Ada,a@b.c,,,").birthday == nil)
        let odd = try contact(header, "Ada,a@b.c,1815,13,1")
        #expect(odd.birthday == nil)
        #expect(odd.note == "Birthday: 1815-13-1")
    }

    @Test func `lines of a street are one, and a whole address stands in for missing parts`() throws {
        let address = try contact("name,Home Street,Home Street 2,Home Street 3", "Ada,a,b,c").address
        #expect(address.street == "a\nb\nc")
    }

    @Test func `names of messaging services and custom fields are kept under their labels`() throws {
        let contact = try contact(
            "Given Name,E-mail 1 - Type,IM 1 - Service,IM 1 - Value,Custom Field 1 - Type,Custom Field 1 - Value",
            "Ada,,Jabber,ada@x.org ::: ada@y.org,名,z"
        )
        #expect(
            contact.lines
                == [
                    "IMPP;X-SERVICE-TYPE=Jabber:xmpp:ada@x.org", "IMPP;X-SERVICE-TYPE=Jabber:xmpp:ada@y.org",
                    "X-CUSTOM;X-LABEL=名:z",
                ]
        )
    }

    @Test func `several columns of one field keep every value`() throws {
        let contact = try contact(
            "First Name,email,mail,phone,telephone,mobile,cell,Company,Organization,Notes,Comments,Birthday,bday,"
                + "city,town,Website,Homepage,Categories,tags,Nickname,nick",
            "Ada,a@x,b@x,1,2,3,4,C1,C2,n1,n2,1980-12-31,1981-12-31,Bern,Zug,https://a,https://b,x;y,z,N,N"
        )
        #expect(contact.emails.map(\.value) == ["a@x", "b@x"])
        #expect(contact.phones.map(\.value) == ["1", "2", "3", "4"])
        #expect(contact.phones.map(\.types) == [[], [], ["cell"], ["cell"]])
        #expect(contact.organization == "C1")
        #expect(contact.note == "n1\nn2")
        #expect(contact.birthday == "1980-12-31")
        #expect(contact.address.city == "Bern")
        #expect(contact.urls == ["https://a", "https://b"])
        #expect(contact.categories == ["x", "y", "z"])
        #expect(contact.nickname == "N")
        #expect(contact.lines == ["X-ORGANIZATION:C2", "X-BDAY:1981-12-31", "X-TOWN:Zug"])
        #expect(try self.contact("name,Birthday,bday", "Ada,1980-12-31,12/31/1980").lines.isEmpty, "one date")
        #expect(try self.contact("name,Company,Organization", "Ada,,C2").organization == "C2")
    }

    @Test func `system groups are none, but a favorite is one`() throws {
        let contact = try contact(
            "Given Name,E-mail 1 - Type,Group Membership",
            "Ada,,* My Contacts ::: * Starred ::: * Friends ::: Maths"
        )
        #expect(contact.categories == ["Friends", "Maths"])
        #expect(contact.isFavorite)
    }
}
