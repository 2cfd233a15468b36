import Repository
import Testing

@testable import Exchange

@Suite struct CSVTests {
    /// Reads CSV in pieces of some bytes.
    private func parsed(_ bytes: [UInt8], pieces: Int = 1_000_000) -> (contacts: [Contact], others: [String]) {
        var parser = CSVContactParser()
        var contacts: [Contact] = []
        var others: [String] = []
        func drain() {
            while let next = parser.next() {
                switch next {
                case .contact(let contact): contacts.append(contact)
                case .problem(let line, let reason): others.append("\(line): \(reason)")
                case .fault(let line, let reason): others.append("\(line): \(reason)")
                case .notice(let line, let text): others.append("notice \(line): \(text)")
                }
            }
        }
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            parser.append(Array(bytes[start..<min(start + pieces, bytes.count)]))
            drain()
        }
        parser.finish()
        drain()
        return (contacts, others)
    }

    private func parsed(_ text: String, pieces: Int = 1_000_000) -> (contacts: [Contact], others: [String]) {
        parsed(Array(text.utf8), pieces: pieces)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `quotes, line breaks, separators and a byte order mark are read as RFC 4180 has them`(pieces: Int) {
        let text =
            "\u{FEFF}first_name;last_name;note\r\n\"A \"\"B\"\";\";C;\"two\r\nlines\"\r\n\r\n;;\nD;E;\"\"\n\"F\";G"
        let (contacts, others) = parsed(text, pieces: pieces)
        #expect(contacts.map(\.name.first) == ["A \"B\";", "D", "F"])
        #expect(contacts.map(\.name.last) == ["C", "E", "G"])
        #expect(contacts.map(\.note) == ["two\r\nlines", nil, nil])
        #expect(others.isEmpty)
    }

    @Test func `a wrong line is reported with its number, and the rest is read`() {
        let bytes =
            Array("first_name,email\n\"multi\nline\",a@b\nA,b,c\n,\n".utf8) + [0x41, 0xFF, 0x2C, 0x0A]
            + Array("B,b@c\n,\"x\"\n\"open,y\n".utf8)
        let (contacts, others) = parsed(bytes)
        #expect(contacts.map(\.name.first) == ["multi\nline", "B", nil])
        #expect(
            others == [
                "4: the line has 3 fields, but there are 2 columns", "6: the line is not UTF-8",
                "9: the line opens a quote that nothing closes",
            ]
        )
    }

    @Test func `a header without a known column is one problem`() {
        let (contacts, others) = parsed("a,b\n1,2\n3,4\n")
        #expect(contacts.isEmpty)
        #expect(others.count == 1)
        #expect(others.first?.hasPrefix("1: no column is known") == true)
    }

    @Test func `the columns of Google are known`() throws {
        let text = """
            Name Prefix,First Name,Additional Name,Last Name,Name Suffix,Nickname,Organization Name,Organization Title,\
            Organization Department,Birthday,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,\
            E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Street,Address 1 - City,\
            Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Website 1 - Value,Photo
            Dr,Ada,King,Lovelace,PhD,Al,Acme,Boss,R&D,1815-12-10,n,friends ::: * myContacts,* Work,a@b.c ::: a@c.d,Home,\
            h@b.c,Mobile,+44 1,Home,1 Road,London,LDN,N1,UK,https://example.org,https://example.org/p.jpg
            """
        let (contacts, others) = parsed(text)
        let contact = try #require(contacts.first)
        #expect(
            contact.name
                == PersonName(title: "Dr", first: "Ada", middle: "King", last: "Lovelace", suffix: "PhD")
        )
        #expect(contact.nickname == "Al")
        #expect(contact.organization == "Acme")
        #expect(contact.jobTitle == "Boss")
        #expect(contact.organizationUnits == ["R&D"])
        #expect(contact.birthday == "1815-12-10")
        #expect(contact.categories == ["friends"])
        #expect(contact.photo == .uri("https://example.org/p.jpg"))
        #expect(
            contact.emails == [
                ContactValue("a@b.c", types: ["work"], isPreferred: true), ContactValue("a@c.d", types: ["work"]),
                ContactValue("h@b.c", types: ["home"]),
            ]
        )
        #expect(contact.phones == [ContactValue("+44 1", types: ["cell"])])
        let address = PostalAddress(street: "1 Road", city: "London", state: "LDN", postcode: "N1", country: "UK")
        #expect(contact.addresses == [ContactAddress(address, types: ["home"])])
        #expect(contact.urls == ["https://example.org"])
        #expect(others.isEmpty)
    }

    @Test func `the columns of Outlook are known`() throws {
        let text = """
            Title,First Name,Last Name,Company,Job Title,E-mail Address,E-mail 2 Address,Mobile Phone,Home Phone,\
            Business Phone,Business Phone 2,Home Street,Home City,Business Street,Business City,\
            Business Country/Region,Categories,Web Page
            Mr,A,B,C,J,1@x.y,2@x.y,m,h,b,b2,hs,hc,bs,bc,bcc,x;y,https://e.org
            """
        let contact = try #require(parsed(text).contacts.first)
        #expect(contact.emails.map(\.value) == ["1@x.y", "2@x.y"])
        #expect(
            contact.phones == [
                ContactValue("m", types: ["cell"]), ContactValue("h", types: ["home"]),
                ContactValue("b", types: ["work"]), ContactValue("b2", types: ["work"]),
            ]
        )
        #expect(
            contact.addresses == [
                ContactAddress(PostalAddress(street: "hs", city: "hc"), types: ["home"]),
                ContactAddress(PostalAddress(street: "bs", city: "bc", country: "bcc"), types: ["work"]),
            ]
        )
        #expect(contact.categories == ["x", "y"])
    }

    @Test func `an export is read back`() throws {
        var contact = Contact(id: ContactID(rawValue: "7"), name: PersonName(first: "=1+1", last: "O\"Brien, jr"))
        contact.uid = "urn:uuid:7"
        contact.emails = [ContactValue("a@b.c", types: ["home", "work"], isPreferred: true), ContactValue("d@e.f")]
        contact.phones = [ContactValue("+1", types: ["cell"])]
        contact.addresses = [
            ContactAddress(PostalAddress(street: "1\n2", country: "CH", poBox: "7"), types: ["home"], isPreferred: true)
        ]
        contact.categories = ["a;b"]
        contact.urls = ["https://a.b/;c", "https://d.e"]
        contact.organizationUnits = ["x", "y"]
        contact.isFavorite = true
        contact.pronouns = "they/them"
        contact.birthday = "--02-29"
        contact.note = " one\r\ntwo\""
        var format = CSVExchangeFormat(guardsFormulas: false)
        let bytes = format.page([contact]) + format.end()
        var again = try #require(parsed(bytes).contacts.first)
        again.id = contact.id
        again.origin = contact.origin
        #expect(again == contact, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(format.incomplete == 0)
        let header = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")[0]
        #expect(
            header.hasPrefix("uid,title,first_name,middle_name,last_name,suffix,full_name,nickname,gender,birthday,")
        )
        #expect(header.hasSuffix(",address_3_country,address_3_types,pronouns"), "columns are only added at the end")

        var guarded = CSVExchangeFormat(guardsFormulas: true)
        #expect(String(decoding: guarded.page([contact]), as: UTF8.self).contains(",'=1+1,"))
    }

    @Test(arguments: [false, true], ["'=1", "=1", "''=1", "'a"])
    func `a text that looks guarded comes back as it was`(guards: Bool, text: String) throws {
        var contact = Contact(id: ContactID(rawValue: "a"), name: PersonName(first: "Ada"), origin: .local)
        contact.note = text
        var format = CSVExchangeFormat(guardsFormulas: guards)
        #expect(try #require(parsed(format.page([contact])).contacts.first).note == text)
    }
}
