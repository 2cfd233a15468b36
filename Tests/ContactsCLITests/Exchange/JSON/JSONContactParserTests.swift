import Primitives
import Repository
import Testing

@testable import ContactsCLI

@Suite struct JSONContactParserTests {
    /// What the parser makes of the text when it comes in chunks.
    private func parse(_ text: String, chunk: Int = 7) -> [String] {
        var parser = ContactFromJSON.parser()
        var results: [String] = []
        func take() {
            while let next = parser.next() {
                switch next {
                case .contact(let contact): results.append(contact.name.last ?? "")
                case .problem(let line, let reason): results.append("\(line): \(reason)")
                case .fault(let line, let reason): results.append("\(line) \(reason)")
                case .notice(let line, let text): results.append("\(line) \(text)")
                }
            }
        }
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            parser.append(Array(bytes[start..<min(start + chunk, bytes.count)]))
            take()
        }
        parser.finish()
        take()
        return results
    }

    private func contact(_ name: String) -> String { "{\"name\":{\"last\":\"\(name)\"}}" }

    @Test func `an array and consecutive values are contacts`() {
        #expect(parse("[\(contact("A")),\n \(contact("B"))]") == ["A", "B"])
        #expect(parse("\(contact("A"))\n\(contact("B [\\\" {"))\n") == ["A", "B [\" {"])
        #expect(parse("[]") == [])
    }

    @Test(arguments: [
        ("nothing", "1: the text is not JSON"), ("[{\"name\":", "1: the JSON ends in the middle of a value"),
        ("[\n{}]", "2: the value is no contact"), ("{\"a\":\"", "1: the JSON ends in the middle of a value"),
    ])
    func `what is no contact is told with its line`(text: String, problem: String) {
        #expect(parse(text) == [problem])
    }

    @Test func `a text that does not end is not kept beyond the limit`() {
        let open = "[{\"a\":\"" + String(repeating: "x", count: JSONPieces.limit + 10)
        #expect(parse(open, chunk: 1 << 18) == ["1: the value is larger than 16777216 bytes"])
    }

    @Test func `four times the bytes take four times the steps`() {
        func steps(_ count: Int) -> Int? {
            let text = "[" + (0..<count).map { contact("\($0)") }.joined(separator: ",") + "]"
            return WorkCount.steps { _ = parse(text, chunk: 256) }
        }
        guard let small = steps(500), let large = steps(2_000) else { return }
        #expect(large < 5 * small)
    }
}
