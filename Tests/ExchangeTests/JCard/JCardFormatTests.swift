import Foundation
import Repository
import Testing

@testable import Exchange

@Suite struct JCardFormatTests {
    private func written(_ change: (inout Contact) -> Void) -> String {
        var contact = Contact(id: ContactID(rawValue: "1"), origin: .local)
        change(&contact)
        var format = JCardFormat(isForTerminal: false)
        return String(decoding: format.page([contact]) + format.end(), as: UTF8.self)
    }

    @Test func `an array of cards, and one of none, are JSON`() throws {
        var format = JCardFormat(isForTerminal: false)
        #expect(String(decoding: format.end(), as: UTF8.self) == "[]\n")
        let text = written { $0.note = "a\n\"b\"" }
        let cards = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[Any]])
        #expect(cards.first?.first as? String == "vcard")
    }

    @Test func `one component with several texts is an array in an array`() {
        let text = written { contact in
            contact.organization = "Smith, Jones & Co"
            contact.lines = ["ORG:Smith, Jones & Co"]
        }
        #expect(text.contains(#"["org",{},"text",[["Smith"," Jones & Co"]]]"#), "\(text)")
        #expect(written { $0.organization = "A, B" }.contains(#"["org",{},"text","A, B"]"#))
        let units = written { contact in
            contact.organization = "A"
            contact.organizationUnits = ["B"]
        }
        #expect(units.contains(#"["org",{},"text",["A","B"]]"#))
    }

    @Test func `groups and repeated parameters are members of one object`() {
        let text = written { $0.lines = ["item1.X-A;TYPE=a;TYPE=b;Q=1:v", "REV:20200102T030405Z"] }
        #expect(text.contains(#"["x-a",{"group":"item1","type":["a","b"],"q":"1"},"unknown","v"]"#), "\(text)")
        #expect(text.contains(#"["rev",{},"timestamp","2020-01-02T03:04:05Z"]"#), "\(text)")
    }
}
