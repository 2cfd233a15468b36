import Primitives
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

    @Test func `unknown columns with values are one notice and are kept`() throws {
        let file = ParsedFile(.csv, "name,Shoe size,Größe,Размер,Empty\nAda,38,1.70,L,\n")
        #expect(file.notices.count == 1)
        #expect(file.notices.first?.contains("“Shoe size”, “Größe”, “Размер”") == true, "\(file.notices)")
        #expect(file.notices.first?.contains("X-SHOE-SIZE, X-GROSSE, X-COLUMN-4") == true, "\(file.notices)")
        let contact = try #require(file.contacts.first)
        #expect(contact.lines == ["X-SHOE-SIZE:38", "X-GROSSE:1.70", "X-COLUMN-4;X-LABEL=Размер:L"])
    }

    @Test func `a date that is none is kept in the note and told`() throws {
        let file = ParsedFile(.csv, "name,birthday,notes\nAda,soon,n\nEve,31/12/1980,\nTom,12/31/1980,\n")
        #expect(file.contacts.map(\.birthday) == [nil, "1980-12-31", "1980-12-31"])
        #expect(file.contacts[0].note == "n\nbirthday: soon")
        #expect(file.notices == ["2: “soon” in the column “birthday” is not a date; it is kept in the note"])
        let given = ParsedFile(.csv, "name,birthday\nAda,3/4/1980\nEve,12/31/1980\n", csv: CSVOptions(order: .dmy))
        #expect(given.contacts.map(\.birthday) == ["1980-04-03", nil])
        #expect(given.contacts[1].note == "birthday: 12/31/1980")
        #expect(given.notices.count == 1)
    }

    @Test func `what is larger than a limit is told, and the rest is read`() {
        let limits = CSVRecords.Limits.self
        let long = String(repeating: "x", count: limits.fieldBytes + 1)
        let many = String(repeating: ",", count: limits.fields + 1)
        let file = ParsedFile(.csv, "name,email\nA,a@b\n\(long),b\n\(many)\nB,b@c\n")
        #expect(file.contacts.map(\.name.first) == ["A", "B"])
        #expect(file.problems.count == 2)
        #expect(file.problems[0].hasPrefix("3: a field is larger than 1048576 bytes"))
        #expect(file.problems[1].hasPrefix("4: the line has more than 4096 fields"))
    }

    @Test(arguments: ["\"", ",", "\"\"", "\n", "\r", ",\n", "x", "a,\"b\"\n", "ä", "\"\n"])
    func `the steps grow with the bytes, whatever they are`(worst: String) {
        let steps = [1, 4].map { factor in
            var parser = CSVContactParser()
            let text = "name,email\n" + String(repeating: worst, count: 4_000 * factor / worst.utf8.count)
            _ = ParsedFile(&parser, Array(text.utf8), pieces: 1_000)
            return parser.steps
        }
        #expect(steps[1] <= steps[0] * 5, "\(steps)")
        #expect(steps[0] <= 4_000 * 8, "\(steps)")
    }
}
