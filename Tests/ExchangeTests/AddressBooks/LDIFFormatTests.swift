import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct LDIFFormatTests {
    @Test func `the own file comes back unchanged, in short lines of ASCII`() throws {
        var contact = Contact.complete
        contact.uid = "urn:uuid:7"
        contact.note = " one\ntwo " + String(repeating: "three ", count: 40)
        contact.organization = "Smith, Jones & Co"
        contact.photo = .data(mediaType: "image/jpeg", base64: "AAECAw==")
        var format = LDIFFormat(isForTerminal: false)
        let bytes = format.page([contact]) + format.end()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(bytes.allSatisfy { $0 < 0x7F })
        #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 })
        #expect(text.hasPrefix("dn:: "))
        #expect(text.contains("\nmail: zoe.dargent@example.com\n"))
        #expect(text.contains("\nhomePhone: 075 123 45 67\n"))
        var again = try #require(ParsedFile(.ldif, text).contacts.first)
        again.id = contact.id
        again.origin = contact.origin
        again.picture = contact.picture
        again.registered = contact.registered
        #expect(again == contact)
    }

    @Test(arguments: [" blank", ": colon", "< link", "blank ", "#no comment", "plain: < text"])
    func `a value that could be read as something else comes back unchanged`(note: String) throws {
        var contact = Contact(id: ContactID(rawValue: "1"), name: PersonName(first: "Ada"), origin: .local)
        contact.note = note
        contact.nickname = note
        var format = LDIFFormat(isForTerminal: false)
        let text = String(decoding: format.page([contact]) + format.end(), as: UTF8.self)
        let again = try #require(ParsedFile(.ldif, text).contacts.first)
        #expect(again.note == note && again.nickname == note)
        // Other readers take a blank for the gap behind the colon, and “<” for a link to a file (RFC 2849).
        #expect(!text.split(separator: "\n").contains { $0.prefixMatch(of: /[\w-]+: [ :<]/) != nil })
    }
}
