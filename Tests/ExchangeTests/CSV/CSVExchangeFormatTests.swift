import Repository
import Testing

@testable import Exchange

@Suite struct CSVTests {
    private func parsed(_ bytes: [UInt8], pieces: Int = 1_000_000) -> ParsedFile {
        var parser = CSVContactParser()
        return ParsedFile(&parser, bytes, pieces: pieces)
    }

    @Test(arguments: [1, 2, 3, 7, 1_000])
    func `quotes, line breaks, separators and a byte order mark are read as RFC 4180 has them`(pieces: Int) {
        let text =
            "\u{FEFF}first_name;last_name;note\r\n\"A \"\"B\"\";\";C;\"two\r\nlines\"\r\n\r\n;;\nD;E;\"\"\n\"F\";G"
        let file = parsed(Array(text.utf8), pieces: pieces)
        #expect(file.contacts.map(\.name.first) == ["A \"B\";", "D", "F"])
        #expect(file.contacts.map(\.name.last) == ["C", "E", "G"])
        #expect(file.contacts.map(\.note) == ["two\r\nlines", nil, nil])
        #expect(file.problems.isEmpty && file.notices.isEmpty)
    }

    @Test(arguments: ["name;note\na,b;c\n", "name\tnote\na,b\tc\n", "\"name\",note;x\n\"a,b\",c\n"])
    func `the separator is the most frequent one of the first line outside of quotes`(text: String) {
        let contact = parsed(Array(text.utf8)).contacts.first
        #expect(contact?.displayName == "a,b")
    }

    @Test func `a wrong line is reported with its number, and the rest is read`() {
        let bytes =
            Array("first_name,email\n\"multi\nline\",a@b\nA,b,c\n,\n".utf8) + [0x41, 0xFF, 0x2C, 0x0A]
            + Array("B,b@c\n,\"x\"\n\"open,y\n".utf8)
        let file = parsed(bytes)
        #expect(file.contacts.map(\.name.first) == ["multi\nline", "B", nil])
        #expect(
            file.problems == [
                "4: the line has 3 fields, but there are 2 columns", "6: the line is not UTF-8",
                "9: the line opens a quote that nothing closes",
            ]
        )
    }

    @Test func `a header without a known column is one problem`() {
        let file = parsed(Array("a,b\n1,2\n3,4\n".utf8))
        #expect(file.contacts.isEmpty && file.problems.count == 1)
        #expect(file.problems.first?.hasPrefix("1: no column is known") == true)
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
