import Foundation
import Primitives
import Testing

struct JSONSampleTests {
    @Test func `the JSON sample in the documentation has the keys and values that the program writes`() async throws {
        let article = try Checkout.text("Documentation/Files.md")
        let sample = try #require(article.firstMatch(of: /```json\n((?s:.*?))```/)?.output.1)
        let contacts = try Binary()
        try await contacts.succeed("import", contacts.home.write(String(sample), to: "sample.json"))
        let written = try await contacts.run("export", "--format", "json").output

        let shown = try JSONDecoder().decode(JSONValue.self, from: Data(sample.utf8))
        let actual = try JSONDecoder().decode([JSONValue].self, from: Data(written.utf8))
        let contact = try #require(actual.first)
        #expect(actual.count == 1)
        #expect(Self.keys(shown).sorted() == Self.keys(contact).sorted())
        #expect(shown == contact)
        #expect(Self.unfilled(shown).isEmpty, "a key without a value shows nothing")
    }

    /// The paths of all keys; the elements of a list have the path of the list.
    private static func keys(_ value: JSONValue, below path: String = "") -> Set<String> {
        switch value {
        case .object(let members):
            Set(members.keys.map { path + "." + $0 }).union(members.flatMap { keys($1, below: path + "." + $0) })
        case .array(let elements): Set(elements.flatMap { keys($0, below: path) })
        default: []
        }
    }

    /// The paths of the values that are `null` or empty.
    private static func unfilled(_ value: JSONValue, at path: String = "") -> [String] {
        switch value {
        case .object(let members): members.flatMap { unfilled($1, at: path + "." + $0) }
        case .array(let elements):
            elements.isEmpty ? [path] : elements.flatMap { unfilled($0, at: path) }
        case .null, .string(""): [path]
        default: []
        }
    }
}
