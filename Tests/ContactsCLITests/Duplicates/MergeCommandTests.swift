import Foundation
import Testing

struct MergeCommandTests {
    @Test func `the first takes what the others know, and undo brings all of them back`() async throws {
        let contacts = try Binary()
        let one = try await contacts.add("--first-name", "Ada", "--email", "ada@example.com")
        let two = try await contacts.add("--first-name", "Ada", "--last-name", "Lovelace", "--phone", "0123 456")
        let before = try await contacts.run("export").output
        let preview = try await contacts.succeed("merge", one, two, "--dry-run")
        #expect(preview.messages.contains("+ Last name: Lovelace"))
        let name = try #require(preview.messages.split(separator: "\n").first { $0.contains("Name ") })
        #expect(name.split(separator: " ") == ["Name", "Ada", "Ada", "Lovelace", "Ada", "Lovelace"], "side by side")
        #expect(try await contacts.run("export").output == before)

        #expect(try await contacts.run("merge", one, two).status == 64)
        #expect(try await contacts.run("merge", one, one, "--yes").status == 64)
        try await contacts.succeed("merge", one, two, "--yes")
        let list = try await contacts.run("list", "--offline").lines
        #expect(list == ["\(one)\tAda\tLovelace\tada@example.com\t0123 456\t\t\t\t\t\tAda Lovelace"])
        try await contacts.succeed("undo")
        #expect(try await contacts.run("export").output == before)
    }
}
