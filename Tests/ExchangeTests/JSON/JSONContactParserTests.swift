import Repository
import Testing

@testable import Exchange

@Suite struct JSONContactParserTests {
    private func parsed(_ text: String, pieces: Int = 1_000_000) -> ParsedFile {
        var parser = JSONContactParser(contact: ContactFromJSON.contact)
        return ParsedFile(&parser, Array(text.utf8), pieces: pieces)
    }

    @Test(arguments: [1, 7, 1_000])
    func `an array and values one after the other are read in pieces`(pieces: Int) {
        let one = #"{"name":{"first":"A\"]"}}"#
        for text in ["[\(one),\n\(one)]", "\(one)\n\(one)\n", "\u{FEFF}[\(one)] [\(one)]"] {
            #expect(parsed(text, pieces: pieces).contacts.map(\.name.first) == ["A\"]", "A\"]"])
        }
    }

    @Test func `what is no contact is told by its line`() {
        #expect(parsed("[{},\n{\"name\":{\"first\":\"A\"}}]").problems == ["1: the value is no contact"])
        #expect(parsed("[{\"name\"").problems == ["1: the JSON ends in the middle of a value"])
        #expect(parsed("x").problems == ["1: the text is not JSON"])
    }

    @Test func `an endless text and endless levels are told, and nothing of them is kept`() {
        let text = String(repeating: "x", count: 1_000_000)
        var parser = JSONContactParser(contact: ContactFromJSON.contact)
        parser.append(Array("[{\"note\":\"".utf8))
        var problem: ParsedContact?
        for _ in 0..<20 where problem == nil {
            parser.append(Array(text.utf8))
            problem = parser.next()
        }
        guard case .problem(_, "the value is larger than 16777216 bytes")? = problem else {
            Issue.record("\(String(describing: problem))")
            return
        }
        #expect(parser.isBroken)
        #expect(parsed("[" + String(repeating: "[", count: 65)).problems == ["1: the value has more than 64 levels"])
    }

    @Test(arguments: ["[", "{\"a\":", "\"x\",", "{},", "{\"a\":[1,2,{}]},\n", "  ", "{\"note\":\"xxxxxxxxxxxxxxxx\"}"])
    func `the steps grow with the bytes, whatever they are`(worst: String) {
        let steps = [1, 4].map { factor in
            var parser = JSONContactParser(contact: { _ in nil })
            let text = "[" + String(repeating: worst, count: 50_000 * factor / worst.utf8.count)
            _ = ParsedFile(&parser, Array(text.utf8), pieces: 1_000)
            return parser.steps
        }
        #expect(steps[1] <= steps[0] * 5, "\(steps)")
    }
}
