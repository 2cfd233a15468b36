import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SearchCommandTests {
    @Test func `search prints the contacts that match in the forms of list`() async throws {
        let (contacts, ids) = try await Binary.filled()
        let json = try await contacts.run("search", "ada", "love", "--offline", "--format", "json")
        #expect(json.status == 0, "\(json.messages)")
        #expect(try json.objects.compactMap { $0["id"] as? String } == [ids[0]])
        let lines = try await contacts.run("search", "NOT", "group:navy", "--offline")
        #expect(lines.lines.compactMap { $0.split(separator: "\t").first.map(String.init) } == [ids[0], ids[2]])
        let fields = try await contacts.run("find", "grace OR alan", "--json=id,email", "--offline")
        #expect(
            fields.output == """
                [
                {"id":"\(ids[1])","email":"grace@example.org"},
                {"id":"\(ids[2])","email":null}
                ]

                """
        )
    }

    @Test func `search without a match is an empty result, without a term a mistake`() async throws {
        let (contacts, _) = try await Binary.filled()
        let none = try await contacts.run("search", "zzzz", "--format", "json", "--offline")
        #expect(none.status == 0)
        #expect(none.output == "[]\n")
        #expect(try await contacts.run("search").status == 64)
        let field = try await contacts.run("search", "emial:ada", "--offline")
        #expect(field.status == 64)
        #expect(field.messages.contains("email"))
    }
}
