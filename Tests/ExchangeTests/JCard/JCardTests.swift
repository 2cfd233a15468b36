import Foundation
import Primitives
import Repository
import RepositoryDoubles
import Testing

@testable import Exchange

@Suite struct JCardTests {
    private func contact(_ properties: String) -> Contact? {
        JCardReader.contact(Array("[\"vcard\",[[\"version\",{},\"text\",\"4.0\"],\(properties)]]".utf8))
    }

    @Test func `an organization with a comma survives, however it is written`() {
        for value in ["[[\"Smith\",\" Jones & Co\"]]", "\"Smith, Jones & Co\"", "[\"Smith, Jones & Co\"]"] {
            let contact = contact("[\"org\",{},\"text\",\(value)]")
            #expect(contact?.organization == "Smith, Jones & Co" && contact?.organizationUnits == [], "\(value)")
        }
        #expect(contact("[\"org\",{},\"text\",[\"Smith\",\"Jones & Co\"]]")?.organizationUnits == ["Jones & Co"])
    }

    @Test func `values of other types are read as they are written`() {
        let contact = contact(
            "[\"fn\",{},\"text\",\"A\"],[\"x-a\",{},\"boolean\",true],[\"x-b\",{},\"integer\",1],[\"x-c\",{},\"float\",1.5]"
        )
        #expect(contact?.lines == ["X-A;VALUE=boolean:true", "X-B;VALUE=integer:1", "X-C;VALUE=float:1.5"])
    }

    @Test func `parameters are in the order of an export, and labels in the letters that others know`() {
        let contact = contact(
            """
            ["email",{"pref":"1","type":"home"},"text","a@example.org"],
            ["tel",{"group":"item1"},"text","1"],["x-ablabel",{"group":"item1"},"unknown","Boat"]
            """
        )
        #expect(contact?.emails == [ContactValue("a@example.org", types: ["home"], isPreferred: true)])
        #expect(contact?.phones.first?.types == ["Boat"])
        #expect(contact?.lines == ["item1.TEL:1", "item1.X-ABLabel:Boat"])
    }

    @Test(arguments: [
        "[\"vcard\",[[\"fn\",{},\"text\",\(String(repeating: "[", count: 99))\(String(repeating: "]", count: 99))]]]",
        "{}", "[]", "[\"vcard\"]", "[\"vcard\",{}]", "[\"vcalendar\",[]]", "[\"vcard\",[[\"fn\"]]]", "nothing",
    ])
    func `what is no card gives none`(text: String) {
        #expect(JCardReader.contact(Array(text.utf8)) == nil)
    }

    @Test(
        arguments: [
            { (size: Int) in
                let value =
                    String(repeating: "[", count: 10 * size) + "\"x\"" + String(repeating: "]", count: 10 * size)
                return "[\"fn\",{},\"text\",\(value)]"
            },
            { (size: Int) in
                let values = (0..<size).map { "\"c\($0)\"" }.joined(separator: ",")
                return "[\"fn\",{},\"text\",\"A\"],[\"categories\",{},\"text\",\(values)]"
            },
        ] as [@Sendable (Int) -> String]
    )
    func `deep nesting and many values cost no more than their bytes`(properties: @escaping @Sendable (Int) -> String) {
        func steps(_ size: Int) -> Int? { WorkCount.steps { _ = contact(properties(size)) } }
        guard let small = steps(1_000), let large = steps(4_000) else { return }
        #expect(large < 5 * small)
    }

    private func text(_ change: (inout Contact) -> Void) -> String {
        written([.made(origin: .local, change)], by: JCardFormat(isForTerminal: false))
    }

    @Test func `an array of cards, and one of none, are JSON`() throws {
        #expect(written([], by: JCardFormat(isForTerminal: false)) == "[]\n")
        let text = self.text { $0.note = "a\n\"b\"" }
        let cards = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[Any]])
        #expect(cards.first?.first as? String == "vcard")
    }

    @Test func `one component with several texts is an array in an array`() {
        let text = self.text { ($0.organization, $0.lines) = ("Smith, Jones & Co", ["ORG:Smith, Jones & Co"]) }
        #expect(text.contains(#"["org",{},"text",[["Smith"," Jones & Co"]]]"#), "\(text)")
        #expect(self.text { $0.organization = "A, B" }.contains(#"["org",{},"text","A, B"]"#))
        let units = self.text { ($0.organization, $0.organizationUnits) = ("A", ["B"]) }
        #expect(units.contains(#"["org",{},"text",["A","B"]]"#))
    }

    @Test func `groups and repeated parameters are members of one object`() {
        let text = self.text { $0.lines = ["item1.X-A;TYPE=a;TYPE=b;Q=1:v", "REV:20200102T030405Z"] }
        #expect(text.contains(#"["x-a",{"group":"item1","type":["a","b"],"q":"1"},"unknown","v"]"#), "\(text)")
        #expect(text.contains(#"["rev",{},"timestamp","2020-01-02T03:04:05Z"]"#), "\(text)")
    }
}
