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
        #expect(parsed(Array(text.utf8)).contacts.first?.displayName == "a,b")
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
                "9: the line opens a quote that is never closed",
            ]
        )
    }

    @Test func `a header without a known column is one problem`() {
        let file = parsed(Array("a,b\n1,2\n3,4\n".utf8))
        #expect(file.contacts.isEmpty && file.problems.count == 1)
        #expect(file.problems.first?.hasPrefix("1: none of the columns is known") == true)
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
        let again = parsed(bytes).contacts.first?.stored(like: contact)
        #expect(again == contact, "\(String(decoding: bytes, as: UTF8.self))")
        #expect(format.incomplete == 0)
        let header = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")[0]
        #expect(
            header.hasPrefix("uid,title,first_name,middle_name,last_name,suffix,full_name,nickname,gender,birthday,")
        )
        #expect(header.hasSuffix(",address_3_country,address_3_types,pronouns"), "columns are only added at the end")

        #expect(written([contact], by: CSVExchangeFormat(guardsFormulas: true)).contains(",'=1+1,"))
    }
}

@Suite struct FormulaGuardTests {
    @Test(arguments: [
        "=1+1", "+49 30", "-2", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", "  =1", "\t=1", "\u{A0}=1", "\u{FEFF}=1", "'=1",
        "\t", "\r=x", "\u{200B}@x", "'' +1", "−1",
    ])
    func `what a spreadsheet could calculate gets a quote, and loses it again`(text: String) {
        let guarded = FormulaGuard.guarded(text)
        #expect(guarded == "'" + text)
        #expect(FormulaGuard.unguarded(guarded) == text)
    }

    @Test(arguments: ["", "Ada", "O'Hara", "'s-Gravenhage", "'", "a=b", "1-2", " x", "ada@example.com"])
    func `other text is left alone`(text: String) {
        #expect(FormulaGuard.guarded(text) == text)
        #expect(FormulaGuard.unguarded(text) == text)
    }
}
