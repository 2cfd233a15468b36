import Foundation
import Testing

/// `contacts merge` and `contacts dedupe`.
@Suite(.timeLimit(.minutes(20)))
struct MergeCommandsTests {
    private func add(_ contacts: Binary, _ fields: String...) async throws -> String {
        let added = try await contacts.start(["add"] + fields).result
        return try #require(added.lines.first, "\(added.messages)")
    }

    @Test func `the first takes what the others know, and undo brings all of them back`() async throws {
        let contacts = try Binary()
        let one = try await add(contacts, "--first-name", "Ada", "--email", "ada@example.com")
        let two = try await add(contacts, "--first-name", "Ada", "--last-name", "Lovelace", "--phone", "0123 456")
        let before = try await contacts.run("export").output
        let preview = try await contacts.run("merge", one, two, "--dry-run")
        #expect(preview.status == 0)
        #expect(preview.messages.contains("+ Last name: Lovelace"))
        #expect(try await contacts.run("export").output == before)

        #expect(try await contacts.run("merge", one, two).status == 64)
        #expect(try await contacts.run("merge", one, one, "--yes").status == 64)
        let merge = try await contacts.run("merge", one, two, "--yes")
        #expect(merge.status == 0, "\(merge.messages)")
        let list = try await contacts.run("list", "--offline").lines
        #expect(list == ["\(one)\tAda\tLovelace\tada@example.com\t0123 456\t\t\t\t\t"])
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("export").output == before)
    }

    @Test func `dedupe prints the groups with their reasons, and merges all of them in one step`() async throws {
        let contacts = try Binary()
        let one = try await add(contacts, "--first-name", "Ada", "--email", "ada@example.com", "--nickname", "Al")
        let two = try await add(contacts, "--first-name", "Ada", "--email", "ADA@example.com")
        let three = try await add(contacts, "--first-name", "Eve", "--last-name", "L", "--phone", "+41 44 668 18 00")
        let four = try await add(contacts, "--first-name", "E", "--phone", "0041446681800", "--email", "e@example.com")
        _ = try await add(contacts, "--first-name", "Other")

        let look = try await contacts.run("dedupe", "--dry-run")
        #expect(look.status == 0)
        let rows = look.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count == 4)
        #expect(Set(rows.filter { $0[3] == "the same e-mail address" }.map { $0[1] }) == [one, two])
        #expect(Set(rows.filter { $0[3] == "the same number" }.map { $0[1] }) == [three, four])
        #expect(try await contacts.run("list", "--offline").lines.count == 5)

        #expect(try await contacts.run("dedupe").status == 64)
        let merge = try await contacts.run("dedupe", "--yes")
        #expect(merge.status == 0, "\(merge.messages)")
        #expect(merge.messages.contains("Merged 4 contacts into 2."))
        #expect(try await contacts.run("list", "--offline").lines.count == 3)
        #expect(try await contacts.run("dedupe", "--yes").messages == "contacts: Nobody is there twice.\n")
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("list", "--offline").lines.count == 5)
    }
}
