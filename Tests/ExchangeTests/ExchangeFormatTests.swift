import Foundation
import Testing

@testable import Exchange

@Suite struct ExchangeFormatTests {
    @Test(arguments: [
        ("a.vcf", ExchangeFormat.vcard), ("A.VCARD", .vcard), ("a.jcf", .jcard), ("a.csv", .csv), ("/x.y/a.tsv", .tsv),
        ("all.json", .json), ("a.ndjson", .ndjson), ("a.jsonl", .ndjson), ("a.ldif", .ldif), ("contacts.abook", .abook),
        ("/home/ada/.abook/addressbook", .abook), ("mutt.aliases", .muttAlias), (".muttrc", .muttAlias),
        ("aliases", .muttAlias),
    ])
    func `the end of a name is the format, to read and to write`(name: String, format: ExchangeFormat) throws {
        #expect(try ExchangeFormat.reading(name) == format)
        #expect(try ExchangeFormat.writing(name) == format)
    }

    @Test func `a name without a word about the format is looked into, or cannot be written`() throws {
        for name in ["a", "a.txt", "a.bak", "a.1", "a.vcf~", "dir.d/a"] {
            #expect(try ExchangeFormat.reading(name) == nil)
        }
        #expect(throws: ExchangeError.self) { try ExchangeFormat.writing("backup") }
        #expect(try ExchangeFormat.writing("/dev/null") == .vcard)
    }

    @Test(arguments: [
        ("\u{FEFF}BEGIN:VCARD\n", ExchangeFormat.vcard), ("[[\"vcard\",", .jcard), (" {\"id\":1}", .json),
        ("# x\n\nversion: 1\n\ndn: cn=a\n", .ldif), ("dn:: Y249YQ==\n", .ldif),
        ("# abook addressbook file\n\n[format]\n", .abook),
        ("# x\nalias a b@c\n", .muttAlias), ("name;email\n", .csv), ("name\temail\n", .csv),
    ])
    func `the content tells the format where the name does not`(text: String, format: ExchangeFormat) {
        #expect(ExchangeFormat(beginning: Array(text.utf8)) == format)
        #expect(ExchangeFormat(beginning: Array("hello\n".utf8)) == nil)
    }

    @Test func `a file named json may be jCard`() {
        #expect(ExchangeFormat.json.adjusted(to: Array("[[ \"vcard\",".utf8)) == .jcard)
        #expect(ExchangeFormat.json.adjusted(to: Array("[{".utf8)) == .json)
        #expect(ExchangeFormat.csv.adjusted(to: Array("[[\"vcard\"".utf8)) == .csv)
    }
}
