import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct DedupeCommandTests {
    private func add(_ contacts: Binary, _ fields: String...) async throws -> String {
        let added = try await contacts.start(["add"] + fields).result
        return try #require(added.lines.first, "\(added.messages)")
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
        #expect(try await contacts.run("dedupe", "--yes").messages == "contacts: No duplicates.\n")
        #expect(try await contacts.run("undo").status == 0)
        #expect(try await contacts.run("list", "--offline").lines.count == 5)
    }
}
